// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.spi.PayloadCodec;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The codecs that are always there: bytes and text as they are, everything else by JSON-B. */
public final class Codecs {

    private Codecs() {}

    /** In the order in which they are asked. */
    public static List<PayloadCodec> builtIn() {
        return List.of(new BytesCodec(), new TextCodec(), new JsonbCodec());
    }

    /**
     * Decodes by the first codec that handles the type.
     *
     * @throws Exception if none does, or it can't
     */
    public static Object decode(List<PayloadCodec> codecs, byte[] payload, Type type) throws Exception {
        Class<?> raw = raw(type);
        PayloadCodec codec = codecs.stream()
                .filter(candidate -> candidate.handles(raw))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no codec handles " + raw.getName()));
        Object decoded = codec.decode(payload, type);
        if (!raw.isInstance(decoded)) {
            throw new IllegalArgumentException("it decodes to "
                    + (decoded == null ? "null" : decoded.getClass().getName()) + ", not to " + raw.getName());
        }
        return decoded;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        return type instanceof ParameterizedType generic ? raw(generic.getRawType()) : Object.class;
    }

    private static final class BytesCodec implements PayloadCodec {

        @Override
        public boolean handles(Class<?> type) {
            return type == byte[].class;
        }

        @Override
        public String contentType() {
            return "application/octet-stream";
        }

        @Override
        public byte[] encode(Object payload) {
            return ((byte[]) payload).clone();
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return payload.clone();
        }
    }

    private static final class TextCodec implements PayloadCodec {

        @Override
        public boolean handles(Class<?> type) {
            return type == String.class;
        }

        @Override
        public String contentType() {
            return "text/plain";
        }

        @Override
        public byte[] encode(Object payload) {
            return ((String) payload).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return new String(payload, StandardCharsets.UTF_8);
        }
    }
}
