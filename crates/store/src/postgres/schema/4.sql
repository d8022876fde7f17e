-- Where the holder of a token works, as an operator said: JSON.
ALTER TABLE byleave.token ADD COLUMN workplace TEXT NOT NULL DEFAULT '{}';
