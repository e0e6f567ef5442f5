// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.text.Unicode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts and their encoding, one for the other: what would be changed on the way is refused. */
final class Utf8 {

    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** @throws IllegalArgumentException if the text is no Unicode */
    static byte[] encode(String text) {
        if (!Unicode.isWellFormed(text)) {
            throw new IllegalArgumentException("half of a surrogate pair has no encoding in UTF-8");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalArgumentException if the bytes are no UTF-8 */
    static String decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean doubtful = text.indexOf(REPLACEMENT) >= 0;
        if (doubtful && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new IllegalArgumentException("the payload is not UTF-8; declare it as byte[]");
        }
        return text;
    }
}
