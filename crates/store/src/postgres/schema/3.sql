-- While one of them lasts, nothing runs that no person said yes to: in no session, or in none of the token it names.
-- Never deleted: the record names them.
CREATE TABLE byleave.frozen (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id     TEXT COLLATE "C" NOT NULL UNIQUE,
    since  BIGINT NOT NULL,
    by     TEXT NOT NULL,
    reason TEXT,
    host   TEXT COLLATE "C",
    ended  BIGINT
);
-- One at a time of everybody, and of each token.
CREATE UNIQUE INDEX frozen_lasting ON byleave.frozen (coalesce(host, '')) WHERE ended IS NULL;

-- What counts once and was used, such as a signature: its hash, and until when it must be remembered.
CREATE TABLE byleave.used (
    hash  BYTEA PRIMARY KEY CHECK (length(hash) = 32),
    until BIGINT NOT NULL
);
CREATE INDEX used_until ON byleave.used (until);
