// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.util.Optional;

/** The subjects that are legal for publishing, and as a filter. */
final class NatsSubject {

    private static final int MAX_LENGTH = 255;

    private NatsSubject() {}

    /** Returns why no event can be published to a subject; empty if the subject is legal. */
    static Optional<String> illegalTarget(String subject) {
        if (subject.indexOf('*') >= 0 || subject.indexOf('>') >= 0) {
            return Optional.of("it contains a wildcard (* or >)");
        }
        return illegal(subject);
    }

    /** Returns why a consumer can't filter by a subject; empty if the subject is legal. */
    static Optional<String> illegalFilter(String subject) {
        String[] tokens = subject.split("\\.", -1);
        for (int i = 0; i < tokens.length; i++) {
            boolean wildcard = tokens[i].equals("*") || (tokens[i].equals(">") && i == tokens.length - 1);
            if (!wildcard && (tokens[i].indexOf('*') >= 0 || tokens[i].indexOf('>') >= 0)) {
                return Optional.of("a wildcard is a token * or a last token >");
            }
        }
        return illegal(subject);
    }

    private static Optional<String> illegal(String subject) {
        if (subject.length() > MAX_LENGTH) {
            return Optional.of("it is longer than " + MAX_LENGTH + " characters");
        }
        if (subject.startsWith("$")) {
            return Optional.of("NATS uses subjects that start with $");
        }
        if (subject.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            return Optional.of("it contains a space, a control character or a character outside ASCII");
        }
        if (subject.isEmpty() || subject.startsWith(".") || subject.endsWith(".") || subject.contains("..")) {
            return Optional.of("it has an empty token");
        }
        return Optional.empty();
    }
}
