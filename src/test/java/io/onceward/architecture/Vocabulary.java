// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import java.util.List;
import java.util.regex.Pattern;

/** The words that the project does not use, each with the words to write instead. */
final class Vocabulary {

    /** A part of a file. */
    enum Part {
        /** Identifiers, split into lower-case words: {@code JmsLink} is "jms link". */
        IDENTIFIERS,
        /** Identifiers as they are written. */
        NAMES,
        /** Names of classes, interfaces, records and enums. */
        TYPES,
        /** Comments and pages, without quoted code. */
        PROSE,
        /** Comments, pages and string literals. */
        TEXT
    }

    /**
     * A word that is not used.
     *
     * @param paths the files that the rule is for
     */
    record Rule(Part part, Pattern word, Pattern paths, String instead) {}

    /**
     * A right use of such a word.
     *
     * @param path the end of the file's path
     * @param line a part of the line
     */
    record Allowed(String path, String line, String reason) {}

    private static final String ALL = "";
    private static final String PRODUCT = "^((\\w+-adapter|standalone|ejb-module)/)?src/main/java/";
    private static final String JAVA = "\\.java$";
    private static final String ADAPTERS = "^(\\w+-adapter|standalone)/src/main/java/";

    /** Kinds of a line that would be a queue; other lines are lines of text. */
    private static final String LINES =
            "(?:queue|paused|stuck|blocked|stored|pending|event) lines?|lines? (?:queue|paused|stuck|blocked|lanes?|keys?|state)";

    static final List<Rule> RULES = List.of(
            identifiers("rests|resting", ALL, "circuit breaker: closed, open, half-open"),
            identifiers("^rest$", JAVA, "idle, pause, open; remaining"),
            identifiers(
                    "(?:longest|first|last|relays?|breakers?) rest|rest (?:relays?|breakers?|until|time|duration)",
                    ALL,
                    "idle, pause, open"),
            identifiers("strikes?", ALL, "refusal"),
            identifiers("strays?|garbage", ALL, "malformed"),
            identifiers("receptions?", ALL, "receiver"),
            identifiers("vitals", ALL, "health source"),
            identifiers("surroundings", ALL, "environment, outages"),
            identifiers("guard|guards|guarded", ALL, "idempotent"),
            identifiers("trails?", ALL, "context propagation"),
            identifiers("meters", ALL, "metrics recorder"),
            identifiers("tell|told|retell", ALL, "a verb for the action: record, report, add"),
            identifiers("gather", ALL, "a verb for the action: read, receive"),
            identifiers("prove|proves|proved|proven|probe caller", ALL, "check, verify, self-check"),
            identifiers("lines?", PRODUCT, "queue"),
            identifiers(LINES, ALL, "queue"),
            identifiers("pass|passes", ALL, "cycle"),
            identifiers("another", PRODUCT, "the thing's own name"),
            identifiers("^another(?: (?:one|relay|cycle|worker))?$", ALL, "the thing's own name"),
            identifiers("covers|quiet", ALL, "circuit breaker: closed, open, half-open"),
            identifiers("links?", ADAPTERS, "session, connection"),
            identifiers(
                    "(?:jms|broker|memory|artemis|open) links?|links? (?:sessions?|connections?|pools?)",
                    ALL,
                    "session"),
            types(
                    "^(Calls(?!Scenario)|Received$)|Deliver(y|ies)|Link$",
                    "IdempotentCalls, MessageContext, Sender, session"),
            new Rule(
                    Part.NAMES,
                    Pattern.compile("^(?:STATE_)?(?:FAILED|RETRY)$"),
                    Pattern.compile(ALL),
                    "PARKED, RETRYING"),
            new Rule(
                    Part.TEXT,
                    Pattern.compile("\\b(?:FAILED|RETRY(?!-))\\b"),
                    Pattern.compile(ALL),
                    "PARKED, RETRYING"),
            prose("rests|resting", "the circuit breaker is open"),
            text(
                    "(?:relays?|breakers?|senders?|receivers?) at rest"
                            + "|rests? of (?:the|a|an|its|each|this|that) (?:relay|breaker|circuit breaker|sender|receiver)"
                            + "|(?:longest|first|last|long|short) rest(?! of the events)",
                    "idle relay, pause, time that the circuit breaker is open"),
            prose("strays?", "malformed row"),
            prose("receptions?", "receiver"),
            prose("vitals|surroundings", "health source, outages, environment"),
            prose("guarded", "idempotent"),
            prose("strikes?", "refusal"),
            prose("garbage(?! collect)", "malformed row"),
            prose("trails?", "context propagation"),
            prose("(?:relays?|relay's|workers?) gathers?", "the relay reads"),
            prose("quiet(?! machine)", "the circuit breaker is open"),
            prose("covers? (?:the|a|its|this|that) (?:connection|destination|broker)s?", "the circuit breaker is open"),
            prose("(?:relay|worker)(?:'s)? (?:delivery|deliveries)|delivery of the relay", "cycle of the relay"),
            prose("probe caller", "self-check"),
            prose(
                    "(?:an?|the|each|one|every|next|last|this|that|no) pass|passes(?: of|,)|and passes(?! the| it)",
                    "cycle of the relay"),
            text("pass \\{\\{", "cycle of the relay"),
            prose(
                    "(?:paused|stuck|blocked) lines?|lines? (?:is|are) (?:paused|stuck|behind|blocked)|lines? of events"
                            + "|lines? needs?|lines? of (?:a|an|the|its|each|one) (?:channel|handler|key)s?",
                    "queue"),
            prose("what waits", "pending events, backlog"),
            prose("whoever|somebody|nobody|those who", "the relay, the broker, the application, the operator"),
            prose("(?<!there )(?:is|are) none", "is not a …"),
            text("(?:for|from|by|of|to|with|if) who", "the relay, the broker, the application, the operator"),
            text("what you saved is sent", "Every committed event is published"),
            text("between the two something dies", "The process crashes between the two"),
            text("it is there already", "If the id exists"),
            text("broker, being there", "a reachable broker"),
            text("for how long it is known", "How long … are kept"),
            text("what waits is kept|tries (?:continue|go on)", "pending events are kept and retried"),
            text("page of \\S+ events is none", "Page size … is out of range"),
            text("beans are none", "is not an EJB module"),
            text("told nothing more", "is logged once and removed"),
            text("annotations that stand on", "annotations of an element"),
            text("state of things", "Tested versions"),
            text("what was killed where", "Fault-injection results"));

    static final List<Allowed> ALLOWED = List.of(
            new Allowed("/admin/Text.java", "line", "a line of the log"),
            new Allowed("/jdbc/Schema.java", ".lines()", "the lines of an exception's message"));

    private Vocabulary() {}

    private static Rule identifiers(String words, String paths, String instead) {
        return rule(Part.IDENTIFIERS, words, paths, instead);
    }

    /** @param names a part of the name of a type */
    private static Rule types(String names, String instead) {
        return new Rule(Part.TYPES, Pattern.compile(names), Pattern.compile(ALL), instead);
    }

    private static Rule prose(String words, String instead) {
        return rule(Part.PROSE, words, ALL, instead);
    }

    private static Rule text(String words, String instead) {
        return rule(Part.TEXT, words, ALL, instead);
    }

    private static Rule rule(Part part, String words, String paths, String instead) {
        String acrossLines = words.replace(" ", "\\s{1,40}");
        Pattern word = Pattern.compile("\\b(?:" + acrossLines + ")\\b", Pattern.CASE_INSENSITIVE);
        return new Rule(part, word, Pattern.compile(paths), instead);
    }
}
