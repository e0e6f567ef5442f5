// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** An order of a customer. */
@Entity
@Table(name = "mailorder_order")
public class PurchaseOrder {

    @Id
    private String id;

    @Column(nullable = false)
    private String customer;

    @Column(nullable = false)
    private String item;

    @Column(nullable = false)
    private int pieces;

    @Column(nullable = false)
    private boolean express;

    protected PurchaseOrder() {}

    PurchaseOrder(String customer, String item, int pieces, boolean express) {
        id = UUID.randomUUID().toString();
        this.customer = customer;
        this.item = item;
        this.pieces = pieces;
        this.express = express;
    }

    public String getId() {
        return id;
    }

    public String getCustomer() {
        return customer;
    }

    public String getItem() {
        return item;
    }

    public int getPieces() {
        return pieces;
    }

    public boolean isExpress() {
        return express;
    }
}
