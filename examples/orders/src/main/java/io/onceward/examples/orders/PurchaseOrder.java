// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/** An order, as the order service keeps it. */
@Entity
@Table(name = "orders")
public class PurchaseOrder {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders")
    @SequenceGenerator(name = "orders", sequenceName = "orders_seq", allocationSize = 1)
    private long id;

    @Column(nullable = false, length = 100)
    private String item;

    @Column(nullable = false, precision = 11, scale = 2)
    private BigDecimal total;

    protected PurchaseOrder() {}

    PurchaseOrder(NewOrder order) {
        item = order.item();
        total = order.total();
    }

    OrderPlaced placed() {
        return new OrderPlaced(id, item, total);
    }
}
