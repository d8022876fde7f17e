-- Those who agreed so far, where several must: JSON. It only changes together with what it was read as.
ALTER TABLE byleave.request ADD COLUMN approvals TEXT COLLATE "C" NOT NULL DEFAULT '[]';
-- The files a call would run or write, as they were when people were asked: JSON.
ALTER TABLE byleave.request ADD COLUMN seals TEXT NOT NULL DEFAULT '[]';
-- When somebody was told that it waits for too long. Once.
ALTER TABLE byleave.request ADD COLUMN escalated BIGINT;
