-- Onceward, from version 5 of the tables to version 6. Stop all nodes first. A stored message names its handler in a column of its own,
-- no longer in its destination ("handler:NAME").

DROP INDEX onceward_inbox_message_held;

ALTER TABLE onceward_inbox_message RENAME COLUMN destination TO handler;

ALTER TABLE onceward_inbox_message ALTER COLUMN handler TYPE VARCHAR(255) COLLATE "C" USING
  CASE WHEN handler LIKE 'handler:%' THEN SUBSTRING(handler, 9, 255) ELSE SUBSTRING(handler, 1, 255) END;

CREATE INDEX onceward_inbox_message_held ON onceward_inbox_message (handler,
  (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END), seq)
  WHERE (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END) IS NOT NULL;

UPDATE onceward_schema SET version = 6;
