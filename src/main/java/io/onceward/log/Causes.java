// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import io.onceward.api.OncewardException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The classification of exceptions, and their messages. */
public final class Causes {

    /** The limit of an exception's causes, which may form a circle. */
    private static final int MAX_CAUSES = 30;

    private static final String NEXT = " <- ";

    /** The message of an exception of Artemis. */
    private static final Pattern WRAPPED = Pattern.compile("\\[errorType=\\w+ message=(.*)]", Pattern.DOTALL);

    private Causes() {}

    /** Returns whether the administration refused an invalid request. */
    public static boolean isFaultOfOperator(OncewardException problem) {
        return Kind.of(problem) == Kind.OPERATOR;
    }

    /** Returns whether a later attempt may succeed: the database was unavailable or busy, or no thread was free. */
    public static boolean isPassing(OncewardException problem) {
        return Kind.of(problem) == Kind.TRANSIENT || isDatabaseUnavailable(problem) || Diagnosis.isTimeLimit(problem);
    }

    /** Returns whether the database was unavailable or busy, so that the same work may succeed later. */
    public static boolean isDatabaseUnavailable(OncewardException problem) {
        return Kind.of(problem) == Kind.UNAVAILABLE || isConflict(problem);
    }

    /** Returns whether a message could not be stored because of its content. */
    public static boolean isFaultOfMessage(Exception problem) {
        return Kind.of(problem) == Kind.MESSAGE || Kind.of(problem) == Kind.CONSTRAINT;
    }

    /** Returns whether a row was refused because of a constraint, such as that of its key. */
    public static boolean breaksConstraint(OncewardException problem) {
        return Kind.of(problem) == Kind.CONSTRAINT;
    }

    /** Returns whether a concurrent transaction prevailed, so that another attempt may succeed. */
    public static boolean isConflict(Exception problem) {
        return Kind.of(problem) == Kind.CONFLICT;
    }

    /** Returns whether the database refuses a statement itself, or a row that breaks a constraint, so that no repetition helps. */
    public static boolean isStatementRefused(Exception problem) {
        return all(problem).stream().map(Kind::of).anyMatch(kind -> kind == Kind.STATEMENT || kind == Kind.CONSTRAINT);
    }

    /** Returns whether a table does not match this version. */
    public static boolean isTableOutdated(Exception problem) {
        return Kind.of(problem) == Kind.TABLE;
    }

    /** Returns whether only one queue fails, while its database works. */
    public static boolean isOfOneQueue(Exception problem) {
        return isTableOutdated(problem) || Kind.of(problem) == Kind.QUEUE;
    }

    /** Returns an exception and its causes, from outside in; of endless causes the first ones. */
    public static List<Throwable> all(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .toList();
    }

    /** The messages of an exception and its causes, on one line; of endless causes the first ones. */
    public static String chain(Throwable cause) {
        return all(cause).stream().map(Causes::described).collect(Collectors.joining(NEXT));
    }

    /** Returns the innermost cause of a {@link #chain}. */
    public static String rootCause(String chain) {
        return chain.substring(chain.lastIndexOf(NEXT) < 0 ? 0 : chain.lastIndexOf(NEXT) + NEXT.length());
    }

    /** Returns the description of the innermost cause of an exception; of endless causes one of the first. */
    public static String rootCause(Throwable failure) {
        return described(root(failure));
    }

    /** Returns what has happened to a database or a broker and what to do, with the message of the innermost cause, if the causes show it. */
    public static Optional<String> diagnosis(Throwable failure) {
        return Diagnosis.of(failure)
                .map(sentence -> isAccident(teller(failure)) ? sentence : sentence + " (" + rootMessage(failure) + ")");
    }

    /** Returns the {@link #chain}, after what has happened and what to do, if the causes show it. */
    public static String explained(Throwable failure) {
        return Diagnosis.of(failure).map(sentence -> sentence + " ").orElse("") + chain(failure);
    }

    /** Returns the description of an exception; its class name if the description fails. */
    static String described(Throwable cause) {
        try {
            return String.valueOf(cause);
        } catch (RuntimeException e) {
            return cause.getClass().getName();
        }
    }

    /** Returns the innermost cause of an exception; of endless causes one of the first. */
    public static Throwable root(Throwable cause) {
        Throwable root = cause;
        for (int i = 1; root.getCause() != null && i < MAX_CAUSES; i++) {
            root = root.getCause();
        }
        return root;
    }

    /**
     * Returns the message of the innermost cause; the name of its class if it has none. A null pointer of another library hides
     * what it has met, so the message around it counts.
     */
    public static String rootMessage(Throwable cause) {
        String message = message(teller(cause));
        Matcher wrapped = WRAPPED.matcher(message);
        return wrapped.matches() ? wrapped.group(1) : message;
    }

    private static Throwable teller(Throwable cause) {
        List<Throwable> all = all(cause);
        Throwable root = all.get(all.size() - 1);
        return isAccident(root) && all.size() > 1 ? all.get(all.size() - 2) : root;
    }

    private static boolean isAccident(Throwable cause) {
        return cause instanceof NullPointerException;
    }

    private static String message(Throwable root) {
        try {
            return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        } catch (RuntimeException e) {
            return root.getClass().getName();
        }
    }
}
