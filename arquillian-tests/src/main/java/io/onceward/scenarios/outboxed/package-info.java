// SPDX-License-Identifier: Apache-2.0
/** An application that sends by the API of Jakarta Messaging, outboxed. */
package io.onceward.scenarios.outboxed;
