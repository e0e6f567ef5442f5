// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.connections;

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

    private long millis;

    protected Entry() {}

    /**
     * @param id the identity of the message
     * @param redelivered whether an earlier delivery failed
     * @param millis how long the reads have taken
     */
    Entry(String id, boolean redelivered, long millis) {
        this.id = id;
        this.redelivered = redelivered;
        this.millis = millis;
    }

    public String getId() {
        return id;
    }

    public boolean isRedelivered() {
        return redelivered;
    }

    public long getMillis() {
        return millis;
    }
}
