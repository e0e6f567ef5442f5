-- Onceward, from version 5 of the tables to version 6. Stop all nodes first. A stored message names its handler in a column of its own,
-- no longer in its destination ("handler:NAME").

UPDATE onceward_inbox_message SET destination =
  CASE WHEN destination LIKE 'handler:%' THEN SUBSTRING(destination, 9, 255) ELSE SUBSTRING(destination, 1, 255) END;

ALTER TABLE onceward_inbox_message CHANGE COLUMN destination handler VARCHAR(255) NOT NULL;

UPDATE onceward_schema SET version = 6;
