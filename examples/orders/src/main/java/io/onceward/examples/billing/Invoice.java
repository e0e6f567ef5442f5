// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.billing;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/** An invoice. No unique constraint on the order: that there is only one is the inbox's doing. */
@Entity
@Table(name = "invoices")
public class Invoice {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "invoices")
    @SequenceGenerator(name = "invoices", sequenceName = "invoices_seq", allocationSize = 1)
    private long id;

    @Column(nullable = false)
    private long orderId;

    @Column(nullable = false, precision = 11, scale = 2)
    private BigDecimal total;

    /** The id of the event that made this invoice. */
    @Column(nullable = false, length = 128)
    private String eventId;

    protected Invoice() {}

    Invoice(long orderId, BigDecimal total, String eventId) {
        this.orderId = orderId;
        this.total = total;
        this.eventId = eventId;
    }
}
