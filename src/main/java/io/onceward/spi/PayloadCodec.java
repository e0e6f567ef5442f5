// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.lang.reflect.Type;

/**
 * Encodes the payloads of events. Implementations are CDI beans, or given to the builder in a plain JVM. Onceward uses the first
 * one that {@linkplain #handles handles} a payload's class, and its built-in codecs last. Thread-safe.
 *
 * @since 0.1
 */
public interface PayloadCodec {

    /**
     * Returns whether this codec encodes payloads of a class. Onceward asks once for each class.
     *
     * @param type not {@code null}
     */
    boolean handles(Class<?> type);

    /**
     * Returns the media type of the encoded payloads, at most 100 characters. Payloads of {@code text/*} and JSON types are
     * published as text messages.
     */
    String contentType();

    /**
     * Encodes a payload.
     *
     * @param payload of a class that this codec {@linkplain #handles handles}; not {@code null}
     * @throws Exception if the payload can't be encoded; it becomes the cause of the refused recording
     */
    byte[] encode(Object payload) throws Exception;

    /**
     * Decodes a payload that {@link #encode} has encoded. Stored messages and replayed results need it.
     *
     * @param payload not {@code null}
     * @param type the type that the handler or method declares; the payload never names it; not {@code null}
     * @return may be {@code null}
     * @throws io.onceward.api.RetryLaterException if the payload can be decoded later; the attempt with a stored message does not
     *     count
     * @throws java.io.IOException if something that the codec needs is unavailable, such as a schema registry; also as the
     *     cause of another exception. A stored message is retried like one whose handler failed. Subtypes that report bad content,
     *     such as {@link java.nio.charset.CharacterCodingException}, Jackson's {@code JsonProcessingException} and
     *     {@code InvalidProtocolBufferException} of Protocol Buffers, park it at once, as every other exception does
     * @throws Exception if the payload can never be decoded; a stored message is parked at once
     */
    default Object decode(byte[] payload, Type type) throws Exception {
        throw new UnsupportedOperationException(getClass().getName() + " does not decode");
    }
}
