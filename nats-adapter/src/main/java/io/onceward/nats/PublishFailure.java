// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

/**
 * Why an event was not acknowledged: an outage, or the refusal of the event.
 *
 * @param reason the error that operators see
 */
record PublishFailure(Kind kind, Exception reason) {

    /** What a failure means. */
    enum Kind {
        OUTAGE,
        REFUSED,
        /** No attempt can publish the event until an operator corrects something. */
        REFUSED_FOREVER
    }

    static PublishFailure outage(Exception reason) {
        return new PublishFailure(Kind.OUTAGE, reason);
    }

    static PublishFailure refused(Exception reason) {
        return new PublishFailure(Kind.REFUSED, reason);
    }

    static PublishFailure refusedForever(Exception reason) {
        return new PublishFailure(Kind.REFUSED_FOREVER, reason);
    }

    boolean isOutage() {
        return kind == Kind.OUTAGE;
    }

    boolean isForever() {
        return kind == Kind.REFUSED_FOREVER;
    }
}
