-- What counts once and was used, such as a signature: its hash, and until when it must be remembered.
CREATE TABLE used (
    hash  BLOB PRIMARY KEY CHECK (length(hash) = 32),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_until ON used (until);
