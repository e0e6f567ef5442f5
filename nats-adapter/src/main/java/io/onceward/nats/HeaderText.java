// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Texts as values of NATS headers, which are ASCII without line ends: other characters are percent-encoded UTF-8, as the
 * NATS binding of CloudEvents has them. Spaces are encoded at the start and the end, where clients remove them.
 */
final class HeaderText {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private HeaderText() {}

    static String encode(String text) {
        if (isPlain(text)) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder encoded = new StringBuilder(bytes.length + 16);
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            boolean outer = i == 0 || i == bytes.length - 1;
            if ((b > ' ' && b <= '~' && b != '%') || (b == ' ' && !outer)) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c > ' ' && c <= '~' && c != '%');
    }

    /** Returns the text of a value. A value that is not percent-encoded UTF-8 is returned unchanged. */
    static String decode(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != '%') {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            } else if (isEscape(value, i)) {
                bytes.write(HexFormat.fromHexDigits(value, i + 1, i + 3));
                i += 2;
            } else {
                return value;
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return value;
        }
    }

    private static boolean isEscape(String value, int start) {
        return start + 2 < value.length()
                && HexFormat.isHexDigit(value.charAt(start + 1))
                && HexFormat.isHexDigit(value.charAt(start + 2));
    }
}
