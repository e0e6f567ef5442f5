// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.shipping;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;

/** A parcel. Like an {@code Invoice} it has no unique constraint on the order. */
@Entity
@Table(name = "parcels")
public class Parcel {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "parcels")
    @SequenceGenerator(name = "parcels", sequenceName = "parcels_seq", allocationSize = 1)
    private long id;

    @Column(nullable = false)
    private long orderId;

    protected Parcel() {}

    Parcel(long orderId) {
        this.orderId = orderId;
    }
}
