-- Oncebox, from version 4 of the tables to version 5. Stop all nodes first.

ALTER TABLE oncebox_outbox ADD COLUMN heldslot INTEGER GENERATED ALWAYS AS
  (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END);

CREATE INDEX oncebox_outbox_held ON oncebox_outbox (aggregatetype, heldslot, seq);

ALTER TABLE oncebox_inbox_message ADD COLUMN heldslot INTEGER GENERATED ALWAYS AS
  (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END);

CREATE INDEX oncebox_inbox_message_held ON oncebox_inbox_message (destination, heldslot, seq);

UPDATE oncebox_schema SET version = 5;
