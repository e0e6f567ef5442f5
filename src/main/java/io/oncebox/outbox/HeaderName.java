// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.log.RecordingErrors;
import java.util.Locale;
import java.util.Set;

/** The names that a header may have: those of JMS properties, Jakarta Messaging 3.1, sections 3.5.1 and 3.8.1.1. */
final class HeaderName {

    private static final Set<String> RESERVED =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    private static final int MAX_LENGTH = 255;

    private HeaderName() {}

    static void verify(String name, String channel) {
        if (name.isEmpty()) {
            throw RecordingErrors.illegalHeader(name, channel, "its name is empty", "a name of 1 to 255 characters");
        }
        if (name.length() > MAX_LENGTH) {
            throw RecordingErrors.illegalHeader(
                    name.substring(0, MAX_LENGTH) + "…",
                    channel,
                    "its name is longer than 255 characters",
                    "a shorter name");
        }
        if (!isIdentifier(name)) {
            throw RecordingErrors.illegalHeader(
                    name, channel, "JMS property names consist of letters, digits, _ and $", "'" + legal(name) + "'");
        }
        if (RESERVED.contains(name.toUpperCase(Locale.ROOT))) {
            throw RecordingErrors.illegalHeader(name, channel, "JMS reserves this name", "'" + name + "_'");
        }
        if (isTaken(name)) {
            throw RecordingErrors.illegalHeader(
                    name,
                    channel,
                    "JMS, the broker and Oncebox use such names for their own properties",
                    "'" + legal(name) + "'");
        }
    }

    private static boolean isTaken(String name) {
        return name.startsWith("JMS") || name.startsWith("oncebox_") || name.startsWith("_");
    }

    private static boolean isIdentifier(String name) {
        return Character.isJavaIdentifierStart(name.charAt(0))
                && name.chars().skip(1).allMatch(Character::isJavaIdentifierPart)
                && name.chars().noneMatch(Character::isIdentifierIgnorable);
    }

    private static String legal(String name) {
        StringBuilder legal = new StringBuilder();
        name.chars().forEach(c -> legal.append(Character.isLetterOrDigit(c) ? (char) c : '_'));
        boolean taken = !Character.isJavaIdentifierStart(legal.charAt(0)) || isTaken(legal.toString());
        return taken ? "x" + legal : legal.toString();
    }
}
