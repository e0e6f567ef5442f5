// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.spi.PayloadCodec;
import java.util.List;
import java.util.Optional;

/** Decodes payloads to a class, and finds what JSON-B can't. Thread-safe if the codec is. */
public final class StrictDecoder {

    private final PayloadDecoder decoder;
    private final JsonbClass jsonb;

    /** @throws IllegalStateException if no codec decodes the class */
    public StrictDecoder(List<PayloadCodec> codecs, Class<?> type) {
        decoder = PayloadDecoder.of(codecs, type);
        jsonb = decoder.codec() instanceof JsonbCodec ? new JsonbClass(type) : null;
    }

    /** @throws Exception if it can't */
    public Object decode(byte[] payload) throws Exception {
        return decoder.decode(payload);
    }

    /** Returns why no payload can be decoded; empty if the class is no reason. */
    public Optional<String> unsuitable() {
        return jsonb == null ? Optional.empty() : jsonb.whyNotMade();
    }

    /** Returns a field that JSON-B has left null although the payload has a value for it; empty if there is none. */
    public Optional<String> lost(byte[] payload, Object decoded) {
        return jsonb == null ? Optional.empty() : jsonb.lost(payload, decoded);
    }
}
