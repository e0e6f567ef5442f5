// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of a relay, without I/O, threads and clock: which events are in flight, what is read and written next, and which lanes are taken
 * and given up. A shell executes the steps. Outbox and stored inbox share it; {@code docs/relay.md} explains it.
 */
package io.onceward.queue.machine;
