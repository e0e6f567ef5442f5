// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

/**
 * The rows of the outbox of a datasource, for log-based capture, which appends and deletes them in its own way.
 *
 * @param store appends events that a relay publishes
 * @param table the table
 * @param queueColumn the column that names the queue of a row
 * @param indexOrder the columns of the index by which rows are read
 */
public record OutboxRows(Jdbc jdbc, JdbcAppendStore store, String table, String queueColumn, String indexOrder) {}
