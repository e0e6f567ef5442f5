// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** Pieces that have left the stock. */
@Entity
@Table(name = "mailorder_movement")
public class Movement {

    @Id
    private String id;

    @Column(nullable = false)
    private String orderId;

    @Column(nullable = false)
    private String item;

    @Column(nullable = false)
    private int pieces;

    protected Movement() {}

    Movement(String orderId, String item, int pieces) {
        id = UUID.randomUUID().toString();
        this.orderId = orderId;
        this.item = item;
        this.pieces = pieces;
    }
}
