// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.spi.PayloadCodec;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes payloads to a type, by the codec that would encode it.
 *
 * @param codec the codec
 * @param type what it makes
 */
public record PayloadDecoder(PayloadCodec codec, Type type) {

    /** Returns a decoder with the first codec that handles the type. */
    public static PayloadDecoder of(List<PayloadCodec> codecs, Type type) {
        return codecs.stream()
                .filter(codec -> codec.handles(raw(type)))
                .findFirst()
                .map(codec -> new PayloadDecoder(codec, type))
                .orElseThrow(() -> new IllegalStateException("no PayloadCodec decodes " + type.getTypeName()
                        + "; use a class that JSON-B can read, or provide a PayloadCodec"));
    }

    /** @throws Exception if it can't */
    public Object decode(byte[] payload) throws Exception {
        Object decoded = codec.decode(payload, type);
        if (!raw(type).isInstance(decoded)) {
            throw new IllegalArgumentException("it decodes to "
                    + (decoded == null ? "null" : decoded.getClass().getName()) + ", not to " + type.getTypeName());
        }
        return decoded;
    }

    /**
     * Requires that what was encoded is restored without loss: JSON-B writes more than it reads, such as the properties of a subclass.
     *
     * @param encoded by the codec of the type
     * @throws Exception if it can't be decoded, or if the decoded object is written as other JSON
     */
    public void requireRestored(byte[] encoded) throws Exception {
        if (codec instanceof JsonbCodec) {
            Object restored = decode(encoded);
            byte[] again = codec.encode(restored);
            if (!Arrays.equals(encoded, again)) {
                JsonDifference.verifyNone(Utf8.decode(encoded), Utf8.decode(again), restored instanceof Map);
            }
        }
    }

    /**
     * Returns what decoding a payload would lose without an exception; empty if nothing.
     *
     * @param isOwn whether the application has recorded the payload itself
     */
    public Optional<String> difference(byte[] payload, boolean isOwn) {
        return codec instanceof JsonbCodec
                ? Optional.ofNullable(new JsonShape(isOwn).difference(Upcasters.parsed(Utf8.decode(payload)), type))
                : Optional.empty();
    }

    /** Returns the latest version of the payloads of a type that its class can take; the highest number if its class is of another type. */
    public int latestVersion(String payloadType) {
        Class<?> raw = raw(type);
        String own = Upcasters.typeOf(raw);
        return own != null && own.equals(payloadType) ? Upcasters.versionOf(raw) : Integer.MAX_VALUE;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        return type instanceof ParameterizedType generic ? raw(generic.getRawType()) : Object.class;
    }
}
