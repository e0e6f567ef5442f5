// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;

/** The other entity of the examples. */
@Entity
public class Invoice {

    @Id
    @Column(name = "orderid")
    private String order;

    private BigDecimal total;

    protected Invoice() {}

    Invoice(OrderPlaced order) {
        this.order = order.id();
        this.total = order.total();
    }

    BigDecimal total() {
        return total;
    }
}
