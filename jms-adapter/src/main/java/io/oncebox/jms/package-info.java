// SPDX-License-Identifier: Apache-2.0
/** Jakarta Messaging at both ends: publishes the events of the outbox, and finds the identity of a received message. */
package io.oncebox.jms;
