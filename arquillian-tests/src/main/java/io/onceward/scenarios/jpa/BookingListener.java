// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.inject.Inject;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;

/** Records an event for a change of an entity; an update is noticed when the persistence context is flushed. */
public class BookingListener {

    @Inject
    private Outbox outbox;

    @PrePersist
    void created(Booking booking) {
        record(booking, "created");
    }

    @PreUpdate
    void changed(Booking booking) {
        record(booking, "changed");
    }

    private void record(Booking booking, String what) {
        if (booking.isAnnounced()) {
            outbox.record(JpaFixture.CHANNEL, what, OutboxMetadata.none().withKey(booking.getId()));
        }
    }
}
