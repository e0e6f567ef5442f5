// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import io.onceward.api.EventKey;
import io.onceward.api.EventType;
import java.math.BigDecimal;

/** The event. Its key is the order: events of one order leave in the order in which they were committed. */
@EventType("order.placed")
public record OrderPlaced(@EventKey long orderId, String item, BigDecimal total) {}
