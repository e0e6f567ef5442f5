// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.spi.PayloadCodec;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;

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

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        return type instanceof ParameterizedType generic ? raw(generic.getRawType()) : Object.class;
    }
}
