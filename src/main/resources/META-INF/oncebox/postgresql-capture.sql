-- Oncebox, log-based capture of events (oncebox.outbox.mode=cdc), for PostgreSQL 12 and newer with wal_level = logical.
-- Run it after postgresql.sql, as the owner of the table with the attribute REPLICATION.
-- With oncebox.table-prefix or oncebox.table-schema set, replace "oncebox_outbox" after TABLE accordingly.
-- The publication has inserts alone: Oncebox deletes each event in the transaction that inserts it.
CREATE PUBLICATION oncebox_outbox FOR TABLE oncebox_outbox WITH (publish = 'insert');

-- The database keeps its log from now on until a reader of the slot confirms it: start the connector soon.
SELECT pg_create_logical_replication_slot('oncebox_outbox', 'pgoutput');
