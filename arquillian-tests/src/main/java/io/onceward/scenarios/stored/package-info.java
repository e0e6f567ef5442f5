// SPDX-License-Identifier: Apache-2.0
/** The stored inbox: received by Onceward or by a message-driven bean, handled later by {@code @Incoming} methods. */
package io.onceward.scenarios.stored;
