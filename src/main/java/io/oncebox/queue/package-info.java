// SPDX-License-Identifier: Apache-2.0
/** The durable, ordered queue that the outbox and the stored inbox share: store ports, relay, retry policy, circuit breakers. */
package io.oncebox.queue;
