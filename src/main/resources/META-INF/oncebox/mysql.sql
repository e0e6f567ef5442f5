-- Oncebox, version 1 of the tables, for MySQL 8.0.17 and newer.
-- With oncebox.table-prefix or oncebox.table-schema set, replace "oncebox_" accordingly.
-- Times are UTC. The collation tells apart whatever differs, case and trailing spaces included.

CREATE TABLE IF NOT EXISTS oncebox_outbox (
  seq           BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  id            VARCHAR(128) NOT NULL,
  aggregatetype VARCHAR(255) NOT NULL,
  aggregateid   VARCHAR(255),
  type          VARCHAR(255) NOT NULL,
  payload       LONGBLOB NOT NULL,
  contenttype   VARCHAR(100) NOT NULL,
  headers       LONGTEXT,
  destination   VARCHAR(512) NOT NULL,
  lane          INTEGER NOT NULL,
  createdat     DATETIME(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
  availableat   DATETIME(6),
  attempts      INTEGER DEFAULT 0 NOT NULL,
  state         VARCHAR(10) DEFAULT 'PENDING' NOT NULL,
  lasterror     VARCHAR(2000)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE TABLE IF NOT EXISTS oncebox_lane (
  lane INTEGER PRIMARY KEY
) ENGINE = InnoDB;

INSERT INTO oncebox_lane (lane)
  WITH RECURSIVE lanes (lane) AS (SELECT 0 UNION ALL SELECT lane + 1 FROM lanes WHERE lane < 63)
  SELECT lane FROM lanes WHERE NOT EXISTS (SELECT 1 FROM oncebox_lane);

CREATE TABLE IF NOT EXISTS oncebox_inbox (
  handler     VARCHAR(255) NOT NULL,
  messageid   VARCHAR(255) NOT NULL,
  processedat DATETIME(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
  PRIMARY KEY (handler, messageid)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE TABLE IF NOT EXISTS oncebox_schema (
  version INTEGER PRIMARY KEY
) ENGINE = InnoDB;

INSERT INTO oncebox_schema (version) SELECT 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM oncebox_schema);
