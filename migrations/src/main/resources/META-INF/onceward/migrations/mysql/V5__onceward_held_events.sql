-- Onceward, from version 4 of the tables to version 5. Stop all nodes first.

ALTER TABLE onceward_outbox
  ADD COLUMN heldslot INTEGER GENERATED ALWAYS AS
    (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END) STORED,
  ADD KEY onceward_outbox_held (aggregatetype, heldslot, seq);

ALTER TABLE onceward_inbox_message
  ADD COLUMN heldslot INTEGER GENERATED ALWAYS AS
    (CASE WHEN state IN ('RETRYING', 'PARKED', 'BLOCKED') AND aggregateid IS NOT NULL THEN slot END) STORED,
  ADD KEY onceward_inbox_message_held (destination, heldslot, seq);

UPDATE onceward_schema SET version = 5;
