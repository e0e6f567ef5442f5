-- Onceward, log-based capture of events (onceward.outbox.mode=cdc), for PostgreSQL 12 and newer with wal_level = logical.
-- Run it after postgresql.sql, as the owner of the table with the attribute REPLICATION.
-- With onceward.table-prefix or onceward.table-schema set, replace "onceward_outbox" after TABLE accordingly.
-- The publication has inserts alone: Onceward deletes each event in the transaction that inserts it.
CREATE PUBLICATION onceward_outbox FOR TABLE onceward_outbox WITH (publish = 'insert');

-- The database keeps its log from now on until a reader of the slot confirms it: start the connector soon.
SELECT pg_create_logical_replication_slot('onceward_outbox', 'pgoutput');
