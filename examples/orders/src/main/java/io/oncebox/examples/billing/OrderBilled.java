// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.billing;

import io.oncebox.api.EventKey;
import io.oncebox.api.EventType;

/** The event that follows an invoice, for the service that ships the order. */
@EventType("order.billed")
public record OrderBilled(@EventKey long orderId, String item) {}
