// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.util.regex.Pattern;

/** What errors have in common that differ only in numbers, ids and quoted values. */
public final class CommonCause {

    private static final int LONGEST = 300;

    private static final String VALUE = "…";

    /** The class of an exception, and a code such as AMQ229102 or ORA-00942 before a colon: both may have digits. */
    private static final Pattern NAME = Pattern.compile("(?:[A-Za-z_][\\w.$]*(?:: |$))?(?:[A-Z]{2,9}-?\\d+: )?");

    /** A quoted text, in which an apostrophe of a word does not count; or a word with an at sign or a digit. */
    private static final Pattern VALUES =
            Pattern.compile("\"[^\"]*+\"|`[^`]*+`|(?<![\\p{L}\\p{N}])'[^']*+'(?![\\p{L}\\p{N}])"
                    + "|(?<![^\\s,;()<>\\[\\]=])[^\\s,;()<>\\[\\]=@]*+@[^\\s,;()<>\\[\\]=]++"
                    + "|(?<![\\p{L}\\p{N}_-])[\\p{L}_-]*+\\p{N}[\\p{L}\\p{N}_-]*+");

    /** A further value in a row, such as the parts of a time or of an address, or the elements of a list. */
    private static final Pattern FURTHER = Pattern.compile("(?<=…)[ .,:;/|]*+…");

    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Cntrl}]+");

    private CommonCause() {}

    /**
     * Returns the innermost cause of an error, on one line.
     *
     * @param error a {@link Causes#chain}; {@code null} if there is none
     */
    public static String of(String error) {
        String cause = error == null
                ? ""
                : SPACES.matcher(Causes.rootCause(error)).replaceAll(" ").strip();
        if (cause.isEmpty()) {
            return "none";
        }
        var name = NAME.matcher(cause);
        int start = name.lookingAt() ? name.end() : 0;
        String text = FURTHER.matcher(VALUES.matcher(cause.substring(start)).replaceAll(VALUE))
                .replaceAll("");
        String common = cause.substring(0, start) + text;
        return common.length() <= LONGEST ? common : cut(common);
    }

    private static String cut(String text) {
        int end = LONGEST - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + VALUE;
    }
}
