// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.Objects;

/**
 * A class of received messages.
 *
 * @param type the class or interface of the messages; not {@code null}
 * @param reader reads such messages, so that they can be stored; not {@code null}
 * @param identity identifies such messages; not {@code null}
 * @since 0.1
 */
public record MessageKind(Class<?> type, MessageReader reader, MessageIdentity identity) {

    /** @throws NullPointerException if a component is {@code null} */
    public MessageKind {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(reader, "reader");
        Objects.requireNonNull(identity, "identity");
    }
}
