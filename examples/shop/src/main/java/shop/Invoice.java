// SPDX-License-Identifier: Apache-2.0
package shop;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.UUID;

/** An invoice in the database. No constraint of the database prevents a second invoice for an order. */
@Entity
@Table(name = "invoices")
public class Invoice {

    @Id
    private String id;

    @Column(nullable = false)
    private String orderId;

    @Column(nullable = false)
    private BigDecimal total;

    protected Invoice() {}

    Invoice(OrderPlaced order) {
        id = UUID.randomUUID().toString();
        orderId = order.id();
        total = order.total();
    }
}
