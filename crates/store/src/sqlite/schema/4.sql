-- While one of them lasts, nothing runs that no person said yes to: in no session, or in none of the token it names.
-- Never deleted: the record names them.
CREATE TABLE frozen (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE,
    since  INTEGER NOT NULL,
    by     TEXT NOT NULL,
    reason TEXT,
    host   TEXT,
    ended  INTEGER
) STRICT;
-- One at a time of everybody, and of each token.
CREATE UNIQUE INDEX frozen_lasting ON frozen (coalesce(host, '')) WHERE ended IS NULL;

-- What counts once and was used, such as a signature: its hash, and until when it must be remembered.
CREATE TABLE used (
    hash  BLOB PRIMARY KEY CHECK (length(hash) = 32),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_until ON used (until);
