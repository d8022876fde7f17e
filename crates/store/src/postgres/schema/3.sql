-- While one of them lasts, nothing runs that no person said yes to. Never deleted: the record names them.
CREATE TABLE byleave.frozen (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id     TEXT COLLATE "C" NOT NULL UNIQUE,
    since  BIGINT NOT NULL,
    by     TEXT NOT NULL,
    reason TEXT,
    ended  BIGINT
);
-- One at a time.
CREATE UNIQUE INDEX frozen_lasting ON byleave.frozen ((ended IS NULL)) WHERE ended IS NULL;
