-- Moments are nanoseconds since 1970. JSON is text: the database must not order its keys anew, and refuses some texts as
-- JSON that are fine as text. Text is compared by its bytes, as in every other store.
CREATE TABLE byleave.session (
    id          TEXT COLLATE "C" PRIMARY KEY,
    parent      TEXT COLLATE "C",
    agent       TEXT,
    owner       TEXT,
    project     TEXT NOT NULL,
    started     BIGINT NOT NULL,
    seen        BIGINT NOT NULL,
    turn        BIGINT NOT NULL,
    stop_signal TEXT,
    mode        TEXT,
    buckets     TEXT NOT NULL,
    version     BIGINT NOT NULL
    -- Changed with every call; with room on its page such a change touches no index.
) WITH (fillfactor = 70);

-- Never deleted: the record names them.
CREATE TABLE byleave.given (
    number    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id        TEXT COLLATE "C" NOT NULL UNIQUE,
    owner     TEXT NOT NULL CHECK (owner IN ('session', 'project', 'everyone')),
    owner_id  TEXT COLLATE "C" NOT NULL,
    what      TEXT NOT NULL,
    uses      BIGINT CHECK (uses >= 0),
    turn_only BOOLEAN NOT NULL,
    turn      BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    by        TEXT NOT NULL,
    ended     BIGINT
);
CREATE INDEX given_live ON byleave.given (owner, owner_id) WHERE ended IS NULL;

CREATE TABLE byleave.request (
    id      TEXT COLLATE "C" PRIMARY KEY,
    session TEXT COLLATE "C" NOT NULL,
    state   TEXT COLLATE "C" NOT NULL,
    frame   TEXT NOT NULL,
    digest  TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT,
    answer  TEXT,
    person  TEXT,
    channel TEXT,
    changed BIGINT NOT NULL,
    -- The node that put it.
    node    TEXT NOT NULL,
    -- Until then some node sees to its end; after that, any.
    taken   BIGINT,
    -- Who changed it last: what was missed is what later transactions wrote, whatever the clocks say.
    writer  XID8 NOT NULL
) WITH (fillfactor = 70);
-- Only what is open: it stays small however long the history is.
CREATE INDEX request_open ON byleave.request (state, created, id) WHERE state IN ('pending', 'decided');
CREATE INDEX request_ends ON byleave.request (expires) WHERE state = 'pending';
CREATE INDEX request_writer ON byleave.request (writer);

-- The ends of the chains. Whoever appends holds the row of its chain until the commit, and so there is one next row.
CREATE TABLE byleave.chain (
    id       SMALLINT PRIMARY KEY,
    count    BIGINT NOT NULL,
    previous BYTEA NOT NULL,
    hash     BYTEA NOT NULL
) WITH (fillfactor = 10);
INSERT INTO byleave.chain
    SELECT id, 0, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') FROM generate_series(0, 15) AS id;

-- The chains: chain, number, previous, hash, body. The other columns say again what the body says, to be queried by;
-- `place` is the order over all chains.
CREATE TABLE byleave.record (
    place    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chain    SMALLINT NOT NULL,
    number   BIGINT NOT NULL,
    previous BYTEA NOT NULL,
    hash     BYTEA NOT NULL,
    body     TEXT NOT NULL,
    time     BIGINT NOT NULL,
    session  TEXT COLLATE "C" NOT NULL,
    tool     TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    approved BOOLEAN NOT NULL,
    source   TEXT NOT NULL,
    rule     TEXT,
    UNIQUE (chain, number)
);
CREATE INDEX record_time ON byleave.record (time);
CREATE INDEX record_session ON byleave.record (session, place);

-- Against mistakes of ours; whoever means harm can drop them, and is found by the chains.
CREATE FUNCTION byleave.never() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the record is never changed or cut'; END $$;
CREATE TRIGGER record_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON byleave.record
    FOR EACH STATEMENT EXECUTE FUNCTION byleave.never();

-- Who may speak to a hub. Never deleted: the record names them. Only the hash of a token is here.
CREATE TABLE byleave.token (
    number  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id      TEXT COLLATE "C" NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    role    TEXT NOT NULL,
    session TEXT COLLATE "C",
    hash    BYTEA NOT NULL CHECK (length(hash) = 32),
    created BIGINT NOT NULL,
    expires BIGINT,
    revoked BIGINT
);
