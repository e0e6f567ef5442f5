-- Onceward, version 7 of the tables, for MariaDB 10.6 and newer.
-- With onceward.table-prefix or onceward.table-schema set, replace "onceward_" accordingly.
-- Times are UTC. The collation compares byte by byte, with case and trailing spaces.

-- The primary key begins with the channel and the state: rows that can't be published yet cost the relay nothing.
CREATE TABLE IF NOT EXISTS onceward_outbox (
  seq           BIGINT NOT NULL AUTO_INCREMENT,
  id            VARCHAR(128) NOT NULL,
  aggregatetype VARCHAR(255) NOT NULL,
  aggregateid   VARCHAR(255),
  type          VARCHAR(255) NOT NULL,
  payload       LONGBLOB NOT NULL,
  contenttype   VARCHAR(100) NOT NULL,
  headers       LONGTEXT,
  destination   VARCHAR(512) NOT NULL,
  slot          INTEGER NOT NULL,
  createdat     DATETIME(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
  availableat   DATETIME(6),
  attempts      INTEGER DEFAULT 0 NOT NULL,
  state         VARCHAR(10) DEFAULT 'PENDING' NOT NULL,
  lasterror     VARCHAR(2000),
  heldslot      INTEGER GENERATED ALWAYS AS
                (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END) STORED,
  PRIMARY KEY (aggregatetype, state, seq),
  KEY onceward_outbox_seq (seq),
  KEY onceward_outbox_availableat (aggregatetype, availableat),
  KEY onceward_outbox_held (aggregatetype, heldslot, seq),
  CHECK (slot BETWEEN 0 AND 32767),
  CHECK (state IN ('PENDING', 'DELAYED', 'RETRYING', 'BLOCKED', 'PARKED', 'PROBE'))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Published events, if onceward.outbox.retention is set.
CREATE TABLE IF NOT EXISTS onceward_outbox_sent (
  seq           BIGINT NOT NULL,
  id            VARCHAR(128) NOT NULL,
  aggregatetype VARCHAR(255) NOT NULL,
  aggregateid   VARCHAR(255),
  type          VARCHAR(255) NOT NULL,
  payload       LONGBLOB NOT NULL,
  contenttype   VARCHAR(100) NOT NULL,
  headers       LONGTEXT,
  destination   VARCHAR(512) NOT NULL,
  createdat     DATETIME(6) NOT NULL,
  attempts      INTEGER NOT NULL,
  sentat        DATETIME(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
  PRIMARY KEY (seq, id),
  KEY onceward_outbox_sent_sentat (sentat)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The lanes of each channel, which a node creates when it opens the channel for the first time. Each has the number of lanes: change
-- it only as docs/ordering.md describes. The owner is the identity of the node that publishes the events of the lane.
CREATE TABLE IF NOT EXISTS onceward_lane (
  channel VARCHAR(255) NOT NULL,
  lane    INTEGER NOT NULL,
  lanes   INTEGER NOT NULL,
  held    BOOLEAN DEFAULT FALSE NOT NULL,
  owner   VARCHAR(36),
  version BIGINT DEFAULT 0 NOT NULL,
  PRIMARY KEY (channel, lane)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The nodes, each with the times between which its lease holds, and with the names of the queues that it serves, as a JSON array.
CREATE TABLE IF NOT EXISTS onceward_node (
  identity   VARCHAR(36) PRIMARY KEY,
  name       VARCHAR(255),
  queues     LONGTEXT NOT NULL,
  leasefrom  DATETIME(6) NOT NULL,
  leaseuntil DATETIME(6) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS onceward_inbox (
  handler     VARCHAR(255) NOT NULL,
  messageid   VARCHAR(255) NOT NULL,
  processedat DATETIME(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
  PRIMARY KEY (handler, messageid),
  KEY onceward_inbox_processedat (processedat)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The stored inbox: a received message has one row for each of its handlers. Each handler is a queue, so the primary key begins with it.
CREATE TABLE IF NOT EXISTS onceward_inbox_message (
  seq           BIGINT NOT NULL AUTO_INCREMENT,
  id            VARCHAR(255) NOT NULL,
  aggregatetype VARCHAR(255) NOT NULL,
  aggregateid   VARCHAR(255),
  type          VARCHAR(255) NOT NULL,
  payload       LONGBLOB NOT NULL,
  contenttype   VARCHAR(100) NOT NULL,
  headers       LONGTEXT,
  handler       VARCHAR(255) NOT NULL,
  slot          INTEGER NOT NULL,
  createdat     DATETIME(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
  availableat   DATETIME(6),
  attempts      INTEGER DEFAULT 0 NOT NULL,
  state         VARCHAR(10) DEFAULT 'PENDING' NOT NULL,
  lasterror     VARCHAR(2000),
  shape         BIGINT,
  heldslot      INTEGER GENERATED ALWAYS AS
                (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END) STORED,
  PRIMARY KEY (handler, state, seq),
  KEY onceward_inbox_message_seq (seq),
  KEY onceward_inbox_message_availableat (handler, availableat),
  KEY onceward_inbox_message_held (handler, heldslot, seq),
  KEY onceward_inbox_message_shape (handler, shape),
  CHECK (slot BETWEEN 0 AND 32767),
  CHECK (state IN ('PENDING', 'DELAYED', 'RETRYING', 'BLOCKED', 'PARKED'))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The lanes of each handler.
CREATE TABLE IF NOT EXISTS onceward_inbox_lane (
  handler VARCHAR(255) NOT NULL,
  lane    INTEGER NOT NULL,
  lanes   INTEGER NOT NULL,
  held    BOOLEAN DEFAULT FALSE NOT NULL,
  owner   VARCHAR(36),
  version BIGINT DEFAULT 0 NOT NULL,
  PRIMARY KEY (handler, lane)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Results of handlers, for repeated calls. A row is deleted with its claim.
CREATE TABLE IF NOT EXISTS onceward_inbox_result (
  handler     VARCHAR(255) NOT NULL,
  messageid   VARCHAR(255) NOT NULL,
  fingerprint VARCHAR(64),
  status      INTEGER NOT NULL,
  headers     LONGTEXT,
  contenttype VARCHAR(100),
  content     LONGBLOB,
  PRIMARY KEY (handler, messageid),
  FOREIGN KEY (handler, messageid) REFERENCES onceward_inbox (handler, messageid) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Paused channels and handlers.
CREATE TABLE IF NOT EXISTS onceward_pause (
  side     VARCHAR(10) NOT NULL,
  queue    VARCHAR(255) NOT NULL,
  pausedby VARCHAR(255) NOT NULL,
  pausedat DATETIME(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
  PRIMARY KEY (side, queue)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The retry policy of each channel and handler, declared by the application that started last. Every relay obeys it. The delays are
-- in milliseconds.
CREATE TABLE IF NOT EXISTS onceward_policy (
  side          VARCHAR(10) NOT NULL,
  queue         VARCHAR(255) NOT NULL,
  application   VARCHAR(255) NOT NULL,
  maxattempts   INTEGER NOT NULL,
  retrydelay    BIGINT NOT NULL,
  retrymaxdelay BIGINT NOT NULL,
  onfailure     VARCHAR(10) NOT NULL,
  PRIMARY KEY (side, queue),
  CHECK (maxattempts > 0),
  CHECK (retrydelay > 0),
  CHECK (retrymaxdelay > 0),
  CHECK (onfailure IN ('block-key', 'skip'))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS onceward_schema (
  version INTEGER PRIMARY KEY
) ENGINE = InnoDB;

INSERT INTO onceward_schema (version) SELECT 7 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM onceward_schema);
