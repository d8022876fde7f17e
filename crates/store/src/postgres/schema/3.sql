-- What counts once and was used, such as a signature: its hash, and until when it must be remembered.
CREATE TABLE byleave.used (
    hash  BYTEA PRIMARY KEY CHECK (length(hash) = 32),
    until BIGINT NOT NULL
);
CREATE INDEX used_until ON byleave.used (until);
