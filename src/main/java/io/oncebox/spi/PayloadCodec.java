// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.lang.reflect.Type;

/**
 * Encodes the payloads of events. Implementations are CDI beans, or given to the engine; the first one that
 * {@linkplain #handles handles} a payload's class is used, Oncebox's own come last. Thread-safe.
 *
 * @since 0.1
 */
public interface PayloadCodec {

    /** Whether it encodes payloads of this class; asked once for each. */
    boolean handles(Class<?> type);

    /** Media type of what it makes; {@code text/*} and JSON types are published as text messages. */
    String contentType();

    /**
     * Encodes a payload.
     *
     * @throws Exception if it can't; the recording is refused with it as the cause
     */
    byte[] encode(Object payload) throws Exception;

    /**
     * Decodes what {@link #encode} has made. Needed for stored messages and where results are replayed.
     *
     * @param type what to make of it: never named by the payload itself
     * @throws Exception if it can't
     */
    default Object decode(byte[] payload, Type type) throws Exception {
        throw new UnsupportedOperationException(getClass().getName() + " does not decode");
    }
}
