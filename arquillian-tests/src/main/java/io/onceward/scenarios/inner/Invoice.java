// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row whose number is unique. */
@Entity
@Table(name = "lost_invoice")
public class Invoice {

    @Id
    private String number;

    protected Invoice() {}

    Invoice(String number) {
        this.number = number;
    }

    public String getNumber() {
        return number;
    }
}
