// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The entity of the examples. */
@Entity
@Table(name = "orders")
public class Order {

    @Id
    private String id;

    protected Order() {}

    Order(NewOrder order) {
        this.id = order.id();
    }
}
