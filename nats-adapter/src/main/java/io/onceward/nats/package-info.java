// SPDX-License-Identifier: Apache-2.0
/** The adapter for NATS JetStream: publishes events, and receives and reads messages. */
package io.onceward.nats;
