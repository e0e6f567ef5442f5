// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.spi.PayloadCodec;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;

/** The codecs that are always there: bytes and text as they are, everything else by JSON-B. */
public final class BuiltInCodecs {

    private BuiltInCodecs() {}

    /** Returns the built-in codecs, in the order in which Onceward asks them. */
    public static List<PayloadCodec> builtIn() {
        return List.of(new BytesCodec(), new TextCodec(), new JsonbCodec());
    }

    /** Returns the codecs of an application, and behind them the built-in ones. */
    public static List<PayloadCodec> after(List<PayloadCodec> codecs) {
        return Stream.concat(codecs.stream(), builtIn().stream()).toList();
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
            return Utf8.encode((String) payload);
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return Utf8.decode(payload);
        }
    }
}
