// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageIdentity.Identity;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Reads identities, and warns once for each reader of messages whose identity is that of one sending only. Thread-safe. */
final class IdentityReader {

    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * Reads the identity of a message.
     *
     * @param kind what the log calls the reader: "handler" or "channel"
     * @param reader the name of the handler or channel that reads the message
     */
    Optional<String> read(String kind, String reader, MessageIdentity identities, Object message) throws Exception {
        Optional<Identity> identity = identities.of(message);
        if (identity.isPresent() && identity.get().isTransportId() && warned.add(reader)) {
            InboxLog.transportIdentity(kind + " '" + reader + "'", identities.hint());
        }
        return identity.map(Identity::value);
    }
}
