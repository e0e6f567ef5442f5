// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.connections;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The effect of a message. */
@Entity
@Table(name = "connections_entry")
public class Entry {

    @Id
    private String id;

    private boolean redelivered;

    protected Entry() {}

    /**
     * @param id the identity of the message
     * @param redelivered whether an earlier delivery failed
     */
    Entry(String id, boolean redelivered) {
        this.id = id;
        this.redelivered = redelivered;
    }

    public String getId() {
        return id;
    }

    public boolean isRedelivered() {
        return redelivered;
    }
}
