-- Onceward, from version 4 of the tables to version 5. Stop all nodes first.

CREATE INDEX onceward_outbox_held ON onceward_outbox (aggregatetype,
  (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END), seq)
  WHERE (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END) IS NOT NULL;

CREATE INDEX onceward_inbox_message_held ON onceward_inbox_message (destination,
  (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END), seq)
  WHERE (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END) IS NOT NULL;

UPDATE onceward_schema SET version = 5;
