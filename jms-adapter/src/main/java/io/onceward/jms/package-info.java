// SPDX-License-Identifier: Apache-2.0
/** Jakarta Messaging at both ends: the broker adapter for destinations {@code jms:…}. */
package io.onceward.jms;
