// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.spi.PayloadCodec;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;

/** Keeps the result of the first call, and returns it to repeated calls. */
public final class ResultReplay implements ResultPolicy {

    private final List<PayloadCodec> codecs;
    private final boolean optional;
    private final Type type;

    /** @param returnType the return type of the method, with its type arguments */
    public ResultReplay(List<PayloadCodec> codecs, Type returnType) {
        this.codecs = codecs;
        this.optional = raw(returnType) == Optional.class;
        this.type = !optional
                ? returnType
                : returnType instanceof ParameterizedType p ? p.getActualTypeArguments()[0] : Object.class;
    }

    /** Keeps the result, and refuses one that can't be decoded. */
    @Override
    public Object first(ClaimStore store, String handler, String id, Object returned) {
        Object value = optional && returned != null ? ((Optional<?>) returned).orElse(null) : returned;
        StoredResult result = encode(handler, value);
        decode(handler, result);
        store.keep(handler, id, result);
        return returned;
    }

    @Override
    public Object repeated(ClaimStore store, String handler, String id) {
        StoredResult result = store.latestResult(handler, id).orElseThrow(() -> CallErrors.resultMissing(handler, id));
        Object value = decode(handler, result);
        return optional ? Optional.ofNullable(value) : value;
    }

    private StoredResult encode(String handler, Object value) {
        if (value == null) {
            return new StoredResult(null, 0, null, null, null);
        }
        try {
            PayloadCodec codec = codec();
            return new StoredResult(null, 0, null, codec.contentType(), codec.encode(value));
        } catch (Exception | StackOverflowError e) {
            throw CallErrors.resultNotReplayable(handler, type.getTypeName(), e);
        }
    }

    private Object decode(String handler, StoredResult result) {
        if (result.content() == null) {
            return null;
        }
        try {
            return codec().decode(result.content(), type);
        } catch (Exception | StackOverflowError e) {
            throw CallErrors.resultNotReplayable(handler, type.getTypeName(), e);
        }
    }

    /** Returns the codec of the declared type, so that the first and repeated calls use the same one. */
    private PayloadCodec codec() {
        Class<?> raw = raw(type);
        return codecs.stream()
                .filter(codec -> codec.handles(raw))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no PayloadCodec decodes " + type.getTypeName()));
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> c) {
            return c;
        }
        return type instanceof ParameterizedType p ? raw(p.getRawType()) : Object.class;
    }
}
