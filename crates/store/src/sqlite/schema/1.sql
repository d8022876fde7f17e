-- Moments are nanoseconds since 1970. JSON is text. Names of columns are what `byleave audit` and people query by.
CREATE TABLE session (
    id          TEXT PRIMARY KEY,
    parent      TEXT,
    agent       TEXT,
    project     TEXT NOT NULL,
    started     INTEGER NOT NULL,
    seen        INTEGER NOT NULL,
    turn        INTEGER NOT NULL,
    stop_signal TEXT,
    mode        TEXT,
    buckets     TEXT NOT NULL,
    version     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Never deleted: the record names them.
CREATE TABLE given (
    number    INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    owner     TEXT NOT NULL CHECK (owner IN ('session', 'project', 'everyone')),
    owner_id  TEXT NOT NULL,
    what      TEXT NOT NULL,
    uses      INTEGER CHECK (uses >= 0),
    turn_only INTEGER NOT NULL CHECK (turn_only IN (0, 1)),
    turn      INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    by        TEXT NOT NULL,
    ended     INTEGER
) STRICT;
CREATE INDEX given_live ON given (owner, owner_id) WHERE ended IS NULL;

CREATE TABLE request (
    id      TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    state   TEXT NOT NULL,
    frame   TEXT NOT NULL,
    digest  TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER,
    answer  TEXT,
    person  TEXT,
    channel TEXT,
    changed INTEGER NOT NULL
) STRICT;
CREATE INDEX request_state ON request (state, created);

-- The chain: number, previous, hash, body. The other columns say again what the body says, to be queried by.
CREATE TABLE record (
    number   INTEGER PRIMARY KEY,
    previous BLOB NOT NULL,
    hash     BLOB NOT NULL,
    body     TEXT NOT NULL,
    time     INTEGER NOT NULL,
    session  TEXT NOT NULL,
    tool     TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    approved INTEGER NOT NULL CHECK (approved IN (0, 1)),
    source   TEXT NOT NULL,
    rule     TEXT
) STRICT;
-- Every index is one more page in every commit. Tools and sources are few: looking through the rows finds them soon.
CREATE INDEX record_time ON record (time);
CREATE INDEX record_session ON record (session);
CREATE INDEX record_outcome ON record (verdict, approved);
CREATE INDEX record_rule ON record (rule) WHERE rule IS NOT NULL;

-- Against mistakes of ours; whoever means harm can drop them, and is found by the chain.
CREATE TRIGGER record_is_not_changed BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'the record is never changed'); END;
CREATE TRIGGER record_is_not_cut BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'the record is never cut'); END;
