// SPDX-License-Identifier: Apache-2.0
package shop;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/** An order in the database. */
@Entity
@Table(name = "orders")
public class Order {

    @Id
    private String id;

    @Column(nullable = false)
    private BigDecimal total;

    protected Order() {}

    Order(NewOrder order) {
        id = order.id();
        total = order.total();
    }
}
