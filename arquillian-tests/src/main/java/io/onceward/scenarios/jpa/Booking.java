// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** The business data. */
@Entity
@Table(name = "jpa_booking")
@EntityListeners(BookingListener.class)
public class Booking {

    @Id
    private String id;

    private int amount;

    private boolean announced;

    @Version
    private int version;

    protected Booking() {}

    Booking(String id) {
        this(id, false);
    }

    /** @param announced whether the entity's listener records its changes */
    Booking(String id, boolean announced) {
        this.id = id;
        this.announced = announced;
    }

    public String getId() {
        return id;
    }

    public int getAmount() {
        return amount;
    }

    public void setAmount(int amount) {
        this.amount = amount;
    }

    public boolean isAnnounced() {
        return announced;
    }
}
