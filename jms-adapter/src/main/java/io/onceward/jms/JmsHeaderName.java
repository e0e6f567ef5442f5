// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.Destinations.IllegalHeader;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The names of headers that are legal as JMS properties: Jakarta Messaging 3.1, sections 3.5.1 and 3.8.1.1. */
public final class JmsHeaderName {

    private static final Set<String> RESERVED =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    private static final int MAX_LENGTH = 255;

    private JmsHeaderName() {}

    /** Returns why a name is illegal; empty if it is legal. */
    public static Optional<IllegalHeader> illegal(String name) {
        if (name.isEmpty()) {
            return illegal("its name is empty", "a name of 1 to 255 characters");
        }
        if (name.length() > MAX_LENGTH) {
            return illegal("its name is longer than 255 characters", "a shorter name");
        }
        if (!isIdentifier(name)) {
            return illegal("JMS property names consist of letters, digits, _ and $", "'" + legal(name) + "'");
        }
        if (RESERVED.contains(name.toUpperCase(Locale.ROOT))) {
            return illegal("JMS reserves this name", "'" + name + "_'");
        }
        if (name.equals(JmsProperties.ID)) {
            return illegal("the relay sets it to the id of the event", "OutboxMetadata.withId for an id of your own");
        }
        if (isTaken(name)) {
            return illegal("JMS and the broker use such names for their own properties", "'" + legal(name) + "'");
        }
        return Optional.empty();
    }

    private static Optional<IllegalHeader> illegal(String why, String instead) {
        return Optional.of(new IllegalHeader(why, instead));
    }

    private static boolean isTaken(String name) {
        return name.startsWith("JMS") || name.startsWith(JmsProperties.OWN) || name.startsWith("_");
    }

    private static boolean isIdentifier(String name) {
        if (!Character.isJavaIdentifierStart(name.charAt(0))) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isJavaIdentifierPart(c) || Character.isIdentifierIgnorable(c)) {
                return false;
            }
        }
        return true;
    }

    private static String legal(String name) {
        StringBuilder legal = new StringBuilder();
        name.chars().forEach(c -> legal.append(Character.isLetterOrDigit(c) ? (char) c : '_'));
        boolean taken = !Character.isJavaIdentifierStart(legal.charAt(0)) || isTaken(legal.toString());
        return taken ? "x" + legal : legal.toString();
    }
}
