// SPDX-License-Identifier: Apache-2.0
package io.onceward.text;

/** Checks of texts, character by character. */
public final class Unicode {

    private Unicode() {}

    /**
     * Returns whether every database stores a text unchanged. The text must not contain the character NUL, which some databases
     * refuse, nor half of a surrogate pair, which drivers replace by a question mark.
     */
    public static boolean isStorable(String text) {
        return text.indexOf('\0') < 0 && isWellFormed(text);
    }

    /** Returns whether UTF-8 can encode a text: each surrogate is part of a pair. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
