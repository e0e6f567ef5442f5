// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row whose id is unique. */
@Entity
@Table(name = "nested_row")
public class Row {

    @Id
    private String id;

    protected Row() {}

    Row(String id) {
        this.id = id;
    }

    public String getId() {
        return id;
    }
}
