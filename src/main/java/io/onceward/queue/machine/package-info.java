// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of a relay, without I/O, threads or a clock: which events are in flight, what is read and written next, and which lanes are
 * taken and given up. The package {@code queue.relay} executes the steps. Outbox and stored inbox share both; {@code docs/relay.md}
 * explains them.
 */
package io.onceward.queue.machine;
