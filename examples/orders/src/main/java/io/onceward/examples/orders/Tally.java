// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

/**
 * What became of all orders, counted in the database.
 *
 * @param placed orders
 * @param billed orders with at least one invoice
 * @param doubled orders with more than one invoice
 * @param shipped orders with at least one parcel
 * @param pending events of orders in the outbox, and messages about orders in the stored inbox
 */
public record Tally(long placed, long billed, long doubled, long shipped, long pending) {}
