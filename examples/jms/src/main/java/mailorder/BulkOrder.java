// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An order that another system has sent, and that the batch job places. */
@Entity
@Table(name = "mailorder_bulk")
public class BulkOrder {

    @Id
    private String id;

    @Column(nullable = false)
    private String customer;

    @Column(nullable = false)
    private String item;

    @Column(nullable = false)
    private int pieces;

    @Column(nullable = false)
    private boolean placed;

    protected BulkOrder() {}

    public String getCustomer() {
        return customer;
    }

    public String getItem() {
        return item;
    }

    public int getPieces() {
        return pieces;
    }

    void markPlaced() {
        placed = true;
    }
}
