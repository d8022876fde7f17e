-- A store as version 3 wrote it. Never changed: it is what later versions must still read.
PRAGMA application_id = 1652124790; PRAGMA user_version = 3;
BEGIN TRANSACTION;
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
INSERT INTO "given" VALUES(1,'g1','session','s','{"coverage":{"breadth":"tool","tool":"bash"},"expires":{"type":"session_end"},"id":"g1","reason":"said so","source":"user","uses":2}',2,0,1,1800000001000000000,'ann',NULL);
INSERT INTO "given" VALUES(2,'g2','everyone','','{"coverage":{"breadth":"tool","tool":"bash"},"expires":{"type":"session_end"},"id":"g2","reason":"said so","source":"user","uses":null}',NULL,0,1,1800000001000000000,'ann',1800000009000000000);
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
INSERT INTO "record" VALUES(1,X'0000000000000000000000000000000000000000000000000000000000000000',X'594124FA039D107A6F7639E56EE4B24BAECC45A8519D3B71F0F77A373B9DE7D5','{"agent":"tester","approved":true,"arguments":{"command":"git status --short"},"call":"call-first","category":"command","cwd":"/home/me/project","decided_us":1,"digest":"sha256:00","home":"/home/me","id":"first","location":"policy.yaml:4","mode":"default","policy":"sha256:11","profile":"byleave","project":"/home/me/project","reason":"safe git status","rule":"Bash(git status *)","session":"s","source":"config","stage":"layers","timestamp":"1970-01-01T00:00:00Z","tool":"Bash","turn":1,"verdict":"allow","waited_ms":0}',0,'s','Bash','allow',1,'config','Bash(git status *)');
INSERT INTO "record" VALUES(2,X'594124FA039D107A6F7639E56EE4B24BAECC45A8519D3B71F0F77A373B9DE7D5',X'99458C9BA1A2002F86EBAA1D11D0B7A56EA39145A157677663C5C7400E1AFD38','{"agent":"tester","approved":true,"arguments":{"command":"git status --short"},"call":"call-second","category":"command","cwd":"/home/me/project","decided_us":1,"digest":"sha256:00","home":"/home/me","id":"second","location":"policy.yaml:4","mode":"default","policy":"sha256:11","profile":"byleave","project":"/home/me/project","reason":"safe git status","rule":"Bash(git status *)","session":"s","source":"config","stage":"layers","timestamp":"1970-01-01T00:00:00Z","tool":"Bash","turn":1,"verdict":"allow","waited_ms":0}',0,'s','Bash','allow',1,'config','Bash(git status *)');
INSERT INTO "record" VALUES(3,X'99458C9BA1A2002F86EBAA1D11D0B7A56EA39145A157677663C5C7400E1AFD38',X'D37B41916881ED4B3D0FAB022C3EFC9C8CC41F8EFFF7333E356D9066CD5CA39E','{"agent":"tester","approved":false,"arguments":{"command":"git status --short"},"call":"call-third","category":"command","cwd":"/home/me/project","decided_us":1,"digest":"sha256:00","home":"/home/me","id":"third","location":"policy.yaml:4","mode":"default","policy":"sha256:11","profile":"byleave","project":"/home/me/project","reason":"safe git status","session":"s","source":"config","stage":"layers","timestamp":"1970-01-01T00:00:00Z","tool":"Bash","turn":1,"verdict":"ask","waited_ms":0}',0,'s','Bash','ask',0,'config',NULL);
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
, approvals TEXT NOT NULL DEFAULT '[]', seals TEXT NOT NULL DEFAULT '[]', escalated INTEGER) STRICT;
INSERT INTO "request" VALUES('r','s','pending','{"arguments":{"command":"rm -r x"},"id":"r","type":"approval_needed"}','sha256:22',1800000000000000000,1800000600000000000,NULL,NULL,NULL,1800000000000000000,'[]','[]',NULL);
INSERT INTO "request" VALUES('ap_2','s','decided','{"type":"approval_needed","id":"ap_2"}','sha256:22',1800000000000000000,1800000600000000000,'{"approved":true,"scope":"once"}','kim','hub',1800000001000000000,'[]','[]',NULL);
INSERT INTO "request" VALUES('ap_3','s','pending','{"approvals":{"given":[],"needed":3},"expires_at":"2027-01-15T08:10:01Z","id":"ap_3","type":"approval_needed"}','sha256:22',1800000001000000000,1800000601000000000,NULL,NULL,NULL,1800000001000000000,'[{"approved":true,"at":"2027-01-15T08:00:02Z","breadth":"exact","channel":"hub","person":"kim","scope":"once"}]','[{"path":"/p/a","leads":"/p/a","was":null}]',1800000003000000000);
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
, owner TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES('s','p',NULL,'/p',1800000000000000000,1800000000000000000,2,NULL,'autoEdit','{"auto_approvals":{"at":"2027-01-15T08:00:03Z","used":1000000}}',1,'tok_1');
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
INSERT INTO "token" VALUES(1,'tok_1','builder','agent',NULL,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',1800000000000000000,NULL,NULL);
CREATE INDEX given_live ON given (owner, owner_id) WHERE ended IS NULL;
CREATE INDEX request_state ON request (state, created);
CREATE INDEX record_time ON record (time);
CREATE INDEX record_session ON record (session);
CREATE INDEX record_outcome ON record (verdict, approved);
CREATE INDEX record_rule ON record (rule) WHERE rule IS NOT NULL;
CREATE TRIGGER record_is_not_changed BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'the record is never changed'); END;
CREATE TRIGGER record_is_not_cut BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'the record is never cut'); END;
COMMIT;
