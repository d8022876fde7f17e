-- While one of them lasts, nothing runs that no person said yes to. Never deleted: the record names them.
CREATE TABLE frozen (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE,
    since  INTEGER NOT NULL,
    by     TEXT NOT NULL,
    reason TEXT,
    ended  INTEGER
) STRICT;
-- One at a time.
CREATE UNIQUE INDEX frozen_lasting ON frozen ((ended IS NULL)) WHERE ended IS NULL;
