// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.codec.Upcasters;
import io.onceward.queue.RecordedEvent;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The payloads of stored messages in the version that this application knows. Thread-safe.
 *
 * <p>The danger is an event of a later version: JSON-B decodes it to the earlier class, and leaves out what it does not know. While an
 * application is updated node by node, such events are left to the nodes with the later version.
 */
record PayloadVersions(Upcasters upcasters) {

    /** Returns why a handler can't take an event that a later version of the application has recorded; empty if it can. */
    Optional<OncewardException> tooNew(MessageHandler handler, RecordedEvent message) {
        if (!Rehearsal.isOwn(message)) {
            return Optional.empty();
        }
        int version = Upcasters.version(message.headers());
        OptionalInt known = version == 1 ? OptionalInt.empty() : handler.version(message.type());
        return known.isPresent() && version > known.getAsInt()
                ? Optional.of(PayloadErrors.laterVersion(handler.name(), message.type(), version, known.getAsInt()))
                : Optional.empty();
    }

    /**
     * Returns a payload in its latest version. The arguments of a durable method have no versions, whatever the call is named.
     *
     * @throws RuntimeException if an upcaster fails
     */
    byte[] latest(MessageHandler handler, RecordedEvent message) {
        return DurableQueue.isCall(handler.name())
                ? message.payload()
                : upcasters.latest(message.type(), message.headers(), message.payload());
    }
}
