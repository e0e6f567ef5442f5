// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Correlation ids as bytes: a row has texts. */
final class CorrelationBytes {

    private CorrelationBytes() {}

    /** @throws io.onceward.api.InvalidCallException if the bytes are no text in UTF-8 */
    static String text(byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw OutboxedErrors.illegalValue("JMSCorrelationID as bytes", "a text in UTF-8");
        }
    }
}
