// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** A parcel on its way. */
@Entity
@Table(name = "mailorder_parcel")
public class Parcel {

    @Id
    private String id;

    @Column(nullable = false)
    private String orderId;

    @Column(nullable = false)
    private String speed;

    protected Parcel() {}

    Parcel(String orderId, String speed) {
        id = UUID.randomUUID().toString();
        this.orderId = orderId;
        this.speed = speed;
    }
}
