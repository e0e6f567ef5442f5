// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** A letter to a customer. */
@Entity
@Table(name = "mailorder_letter")
public class Letter {

    @Id
    private String id;

    @Column(nullable = false)
    private String orderId;

    @Column(nullable = false)
    private String message;

    protected Letter() {}

    Letter(String orderId, String message) {
        id = UUID.randomUUID().toString();
        this.orderId = orderId;
        this.message = message;
    }
}
