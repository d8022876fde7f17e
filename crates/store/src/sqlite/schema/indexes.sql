-- For a process that answers many queries. Tools and sources are few: looking through the rows finds them soon.
CREATE INDEX IF NOT EXISTS record_time ON record (time);
CREATE INDEX IF NOT EXISTS record_session ON record (session);
CREATE INDEX IF NOT EXISTS record_outcome ON record (verdict, approved);
CREATE INDEX IF NOT EXISTS record_rule ON record (rule) WHERE rule IS NOT NULL;
