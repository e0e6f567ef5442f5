// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import java.math.BigDecimal;

/** An order, and how often it was billed and shipped. */
public record OrderView(long id, String item, BigDecimal total, long invoices, long parcels) {}
