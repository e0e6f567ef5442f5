-- Onceward, from version 6 of the tables to version 7. Stop all nodes first. A stored message has the shape of its payload, by which the
-- rehearsal finds one message of each. Messages that are there have none.

ALTER TABLE onceward_inbox_message ADD COLUMN shape BIGINT;

CREATE INDEX onceward_inbox_message_shape ON onceward_inbox_message (handler, shape) WHERE shape IS NOT NULL;

CREATE INDEX onceward_inbox_message_unshaped ON onceward_inbox_message (handler) WHERE shape IS NULL;

UPDATE onceward_schema SET version = 7;
