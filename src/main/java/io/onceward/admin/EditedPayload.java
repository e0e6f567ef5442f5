// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** The rules for a payload that an operator has edited. */
final class EditedPayload {

    private EditedPayload() {}

    /** Returns why a payload is refused; empty if it is not. */
    static Optional<String> refusal(byte[] original, String contentType, byte[] edited, int largest) {
        if (edited.length == 0) {
            return Optional.of("it is empty");
        }
        if (edited.length > largest) {
            return Optional.of("it has " + edited.length + " bytes, more than the " + largest
                    + " of onceward.outbox.max-payload-size");
        }
        boolean wasJson =
                String.valueOf(contentType).toLowerCase(Locale.ROOT).contains("json") || isJson(original, "{[");
        return wasJson && !isJson(edited, null) ? Optional.of("it is not JSON") : Optional.empty();
    }

    /** @param first the characters with which it may begin; {@code null} for any */
    private static boolean isJson(byte[] payload, String first) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString();
            if (first != null && (text.isBlank() || first.indexOf(text.strip().charAt(0)) < 0)) {
                return false;
            }
            try (JsonParser parser = JsonProvider.provider().createParser(new StringReader(text))) {
                parser.next();
                while (parser.hasNext()) {
                    parser.next();
                }
                return true;
            }
        } catch (CharacterCodingException
                | RuntimeException
                | StackOverflowError e) { // each provider has its own exceptions
            return false;
        }
    }
}
