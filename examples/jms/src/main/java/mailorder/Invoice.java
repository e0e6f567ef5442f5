// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** An invoice. Nothing in the database prevents a second one for an order. */
@Entity
@Table(name = "mailorder_invoice")
public class Invoice {

    @Id
    private String id;

    @Column(nullable = false)
    private String orderId;

    @Column(nullable = false)
    private String customer;

    protected Invoice() {}

    Invoice(PurchaseOrder order) {
        id = UUID.randomUUID().toString();
        orderId = order.getId();
        customer = order.getCustomer();
    }
}
