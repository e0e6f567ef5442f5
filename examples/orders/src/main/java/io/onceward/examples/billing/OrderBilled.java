// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.billing;

import io.onceward.api.EventKey;
import io.onceward.api.EventType;

/** The event that follows an invoice, for the service that ships the order. */
@EventType("order.billed")
public record OrderBilled(@EventKey long orderId, String item) {}
