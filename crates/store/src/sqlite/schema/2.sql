-- The token that made a session at a hub; nobody else's calls come in under its name.
ALTER TABLE session ADD COLUMN owner TEXT;

-- Who may speak to a hub. Never deleted: the record names them. Only the hash of a token is here.
CREATE TABLE token (
    number  INTEGER PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    role    TEXT NOT NULL CHECK (role IN ('agent', 'approver', 'viewer', 'admin')),
    session TEXT,
    hash    BLOB NOT NULL CHECK (length(hash) = 32),
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER
) STRICT;
