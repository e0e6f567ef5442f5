// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.spi.PayloadCodec;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

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
        return jsonb.toJson(payload).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        return jsonb.fromJson(new String(payload, StandardCharsets.UTF_8), type);
    }
}
