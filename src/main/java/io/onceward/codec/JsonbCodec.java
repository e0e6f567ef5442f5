// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.spi.PayloadCodec;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import java.lang.reflect.Type;

/** Everything that nothing else encodes, as JSON by JSON-B. */
final class JsonbCodec implements PayloadCodec {

    private final Jsonb jsonb = JsonbBuilder.create();

    @Override
    public boolean handles(Class<?> type) {
        return true;
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public byte[] encode(Object payload) {
        return Utf8.encode(jsonb.toJson(payload));
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        String json = Utf8.decode(payload);
        JsonBrackets.verify(json);
        return jsonb.fromJson(json, type);
    }
}
