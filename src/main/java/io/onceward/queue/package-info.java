// SPDX-License-Identifier: Apache-2.0
/**
 * The durable, ordered queue that the outbox and the stored inbox share: the relay, its circuit breakers and retry policy, the
 * janitor of the archive, and the ports to the database ({@code …Store}). Internal: applications and adapters do not use this
 * package, and it may change with any version.
 */
package io.onceward.queue;
