// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.Destinations.IllegalHeader;
import java.util.Locale;
import java.util.Optional;

/** The names of headers that an application may set. */
final class NatsHeaderName {

    private static final int MAX_LENGTH = 255;

    private NatsHeaderName() {}

    /** Returns why a name is illegal; empty if it is legal. */
    static Optional<IllegalHeader> illegal(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return illegal("its name does not have 1 to 255 characters", "a name of 1 to 255 characters");
        }
        if (!name.chars().allMatch(NatsHeaderName::isLegal)) {
            return illegal(
                    "names of NATS headers consist of visible ASCII characters except :", "'" + legal(name) + "'");
        }
        if (isTaken(name)) {
            return illegal("NATS, CloudEvents or Onceward set headers of this name", "'x-" + name + "'");
        }
        return Optional.empty();
    }

    private static Optional<IllegalHeader> illegal(String why, String instead) {
        return Optional.of(new IllegalHeader(why, instead));
    }

    /** Returns whether a header can be an instruction to the server, such as to delete the earlier messages. */
    static boolean isInstruction(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith("nats-");
    }

    private static boolean isTaken(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return isInstruction(name)
                || lower.startsWith(NatsHeaders.OWN)
                || lower.startsWith(NatsHeaders.CLOUD_EVENT)
                || lower.equals(NatsHeaders.CONTENT_TYPE);
    }

    private static boolean isLegal(int c) {
        return c > ' ' && c <= '~' && c != ':';
    }

    private static String legal(String name) {
        StringBuilder legal = new StringBuilder();
        name.chars().forEach(c -> legal.append(isLegal(c) ? (char) c : '_'));
        return isTaken(legal.toString()) ? "x-" + legal : legal.toString();
    }
}
