// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import java.time.Duration;
import java.util.Optional;

/**
 * Why a broker or a handler has refused an event, and what follows.
 *
 * @param reason the failure
 * @param effect what follows
 * @param askedDelay the delay that a handler asks for; empty for the usual delay
 */
public record Refusal(Exception reason, Effect effect, Optional<Duration> askedDelay) {

    /** What follows a refusal. */
    public enum Effect {
        /** An attempt counts. After the last one the event is parked. */
        COUNTED,
        /** The event is tried again, and the attempt does not count. */
        UNCOUNTED,
        /**
         * Likewise, after a long delay: this node can't decode the stored payload, and perhaps those of many others. Neither their
         * destination nor their handler is at fault.
         */
        UNDECODED,
        /** The event is parked at once. */
        FOREVER
    }

    /** Returns the refusal of an attempt that counts. */
    public static Refusal counted(Exception reason) {
        return new Refusal(reason, Effect.COUNTED, Optional.empty());
    }

    /** Returns the refusal of an attempt that does not count, after which the usual delay follows. */
    public static Refusal uncounted(Exception reason) {
        return new Refusal(reason, Effect.UNCOUNTED, Optional.empty());
    }

    /** Returns the refusal of an attempt that does not count, after which the handler asks for a delay. */
    public static Refusal uncounted(Exception reason, Duration delay) {
        return new Refusal(reason, Effect.UNCOUNTED, Optional.of(delay));
    }

    /** Returns the refusal of an event that no attempt can publish. */
    public static Refusal forever(Exception reason) {
        return new Refusal(reason, Effect.FOREVER, Optional.empty());
    }

    /** Returns the refusal of an event whose stored payload was not decoded: it waits if a later attempt may decode it. */
    public static Refusal undecoded(OncewardException reason) {
        return Causes.isPassing(reason) ? new Refusal(reason, Effect.UNDECODED, Optional.empty()) : forever(reason);
    }

    public boolean isForever() {
        return effect == Effect.FOREVER;
    }
}
