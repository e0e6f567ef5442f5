// SPDX-License-Identifier: Apache-2.0
/** The API of Jakarta Messaging in front of the outbox: messages that an application sends are recorded as events. */
package io.onceward.jms.outboxed;
