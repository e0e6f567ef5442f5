-- Oncebox, from version 1 of the tables to version 2, for PostgreSQL. No application may record or publish meanwhile.
-- Events that wait keep their order, as long as the number of lanes is the default, 64, until they are published.
-- With oncebox.table-prefix or oncebox.table-schema set, replace "oncebox_" accordingly.

ALTER TABLE oncebox_outbox RENAME COLUMN lane TO slot;

ALTER TABLE oncebox_outbox ALTER COLUMN state TYPE VARCHAR(10) COLLATE "C";

UPDATE oncebox_outbox SET state = 'DELAYED' WHERE state = 'PENDING' AND availableat IS NOT NULL;

ALTER TABLE oncebox_outbox DROP CONSTRAINT oncebox_outbox_pkey;

ALTER TABLE oncebox_outbox ADD PRIMARY KEY (state, seq);

ALTER TABLE oncebox_outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

CREATE INDEX IF NOT EXISTS oncebox_outbox_availableat ON oncebox_outbox (availableat) WHERE availableat IS NOT NULL;

CREATE TABLE IF NOT EXISTS oncebox_outbox_sent (
  seq           BIGINT PRIMARY KEY,
  id            VARCHAR(128) NOT NULL,
  aggregatetype VARCHAR(255) NOT NULL,
  aggregateid   VARCHAR(255),
  type          VARCHAR(255) NOT NULL,
  payload       BYTEA NOT NULL,
  contenttype   VARCHAR(100) NOT NULL,
  headers       TEXT,
  destination   VARCHAR(512) NOT NULL,
  createdat     TIMESTAMP WITH TIME ZONE NOT NULL,
  attempts      INTEGER NOT NULL,
  sentat        TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE INDEX IF NOT EXISTS oncebox_outbox_sent_sentat ON oncebox_outbox_sent (sentat);

ALTER TABLE oncebox_lane ADD COLUMN lanes INTEGER DEFAULT 0 NOT NULL;

UPDATE oncebox_lane SET lanes = (SELECT COUNT(*) FROM oncebox_lane);

ALTER TABLE oncebox_lane ALTER COLUMN lanes DROP DEFAULT;

ALTER TABLE oncebox_lane ADD COLUMN held BOOLEAN DEFAULT FALSE NOT NULL;

-- What handlers returned, where repeated calls get it again. A row goes with its claim.
CREATE TABLE IF NOT EXISTS oncebox_inbox_result (
  handler     VARCHAR(255) NOT NULL,
  messageid   VARCHAR(255) NOT NULL,
  fingerprint VARCHAR(64),
  status      INTEGER NOT NULL,
  headers     TEXT,
  contenttype VARCHAR(100),
  content     BYTEA,
  PRIMARY KEY (handler, messageid),
  FOREIGN KEY (handler, messageid) REFERENCES oncebox_inbox (handler, messageid) ON DELETE CASCADE
);

UPDATE oncebox_schema SET version = 2;
