// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Assertions about the recorded events that meet all conditions so far. Each condition asserts that an event is left. A failure
 * lists the other recorded events, and those that were not committed. Use them only in the thread of the test.
 *
 * @since 0.1
 */
public final class EventsAssert {

    private final TestOutbox outbox;
    private final String channel;
    private final String condition;
    private final Predicate<Attempt.Facts> matches;
    private final List<TestEvent> all;

    private EventsAssert(
            TestOutbox outbox,
            String channel,
            String condition,
            Predicate<Attempt.Facts> matches,
            List<TestEvent> all) {
        this.outbox = outbox;
        this.channel = channel;
        this.condition = condition;
        this.matches = matches;
        this.all = all;
    }

    /** @param channel {@code null} for any */
    static EventsAssert of(TestOutbox outbox, String channel) {
        return new EventsAssert(
                outbox,
                channel,
                channel == null ? "on any channel" : "on channel '" + channel + "'",
                facts -> channel == null || facts.channel().equals(channel),
                outbox.recorded());
    }

    /** Asserts that an event has this key. */
    public EventsAssert withKey(String key) {
        return and(" with key '" + Objects.requireNonNull(key, "key") + "'", facts -> key.equals(facts.key()));
    }

    /** Asserts that an event has this type, for example {@code OrderPlaced}. */
    public EventsAssert withType(String type) {
        return and(" with type '" + Objects.requireNonNull(type, "type") + "'", facts -> type.equals(facts.type()));
    }

    /** Asserts that an event has this header. */
    public EventsAssert withHeader(String name, String value) {
        Objects.requireNonNull(value, "value");
        return and(
                " with header " + Objects.requireNonNull(name, "name") + "='" + value + "'",
                facts -> value.equals(facts.headers().get(name)));
    }

    private EventsAssert and(String text, Predicate<Attempt.Facts> further) {
        return new EventsAssert(outbox, channel, condition + text, matches.and(further), all).atLeastOne();
    }

    /** Asserts the number of events. */
    public EventsAssert times(int count) {
        int found = events().size();
        if (found != count) {
            throw failure("Expected " + count + (count == 1 ? " event " : " events ") + condition + ", but " + found
                    + (found == 1 ? " was" : " were") + " recorded.");
        }
        return this;
    }

    /** Asserts that all of them are published. */
    public EventsAssert published() {
        return state("published", TestEvent::isPublished);
    }

    /** Asserts that none of them is published. */
    public EventsAssert notPublished() {
        return state("not published", event -> !event.isPublished());
    }

    private EventsAssert state(String expected, Predicate<TestEvent> holds) {
        List<TestEvent> others = events().stream().filter(holds.negate()).toList();
        if (!others.isEmpty()) {
            throw new AssertionError(
                    "Expected all events " + condition + " to be " + expected + ", but these are not:" + lines(others));
        }
        return this;
    }

    /**
     * Asserts that there is one event, and returns its payload for further assertions.
     *
     * @param type the type to decode the payload to
     */
    public <T> T payload(Class<T> type) {
        times(1);
        return decoded(events().get(0), type);
    }

    /** Returns the payloads in the order of {@link TestOutbox#recorded()}. */
    public <T> List<T> payloads(Class<T> type) {
        return events().stream().map(event -> decoded(event, type)).toList();
    }

    private <T> T decoded(TestEvent event, Class<T> type) {
        try {
            return type.cast(outbox.decode(event.bytes(), type));
        } catch (Exception e) {
            throw new AssertionError(
                    "Expected a payload of " + type.getName() + " in the event with " + event.facts()
                            + ", but it can't be decoded to this class: " + e.getMessage(),
                    e);
        }
    }

    /** Returns the events, for further assertions. */
    public List<TestEvent> events() {
        return all.stream().filter(event -> matches.test(event.facts())).toList();
    }

    EventsAssert atLeastOne() {
        if (events().isEmpty()) {
            throw failure("Expected an event " + condition + ", but none was recorded.");
        }
        return this;
    }

    void none() {
        List<TestEvent> found = events();
        if (!found.isEmpty()) {
            throw new AssertionError("Expected no event " + condition + ", but recorded:" + lines(found));
        }
    }

    private AssertionError failure(String text) {
        List<TestEvent> fitting = events();
        List<TestEvent> others =
                all.stream().filter(event -> !fitting.contains(event)).toList();
        List<String> lost = new ArrayList<>();
        for (Attempt attempt : outbox.notCommitted()) {
            if (matches.test(attempt.facts())) {
                lost.add(attempt.facts() + ": " + attempt.outcome());
            }
        }
        String why = lost.isEmpty() && fitting.isEmpty() ? why() : "";
        String hint = why.isEmpty() ? "" : System.lineSeparator() + why;
        return new AssertionError(text
                + hint
                + part("Recorded by calls that did not commit:", lost)
                + part("Recorded and expected:", fitting)
                + part("Other recorded events:", others));
    }

    /** Returns why nothing was recorded; empty if that is not known. A newcomer calls an annotated bean, and no container sees it. */
    private String why() {
        boolean none = all.isEmpty() && outbox.notCommitted().isEmpty();
        if (outbox.beans() == null) {
            return none ? TestKitErrors.noContainer().getMessage() : "";
        }
        boolean other = channel == null
                || all.stream().anyMatch(event -> event.channel().equals(channel))
                || outbox.notCommitted().stream()
                        .anyMatch(attempt -> attempt.facts().channel().equals(channel));
        return other ? "" : outbox.beans().whyNotRecorded(channel);
    }

    private static String part(String title, List<?> entries) {
        return entries.isEmpty() ? "" : System.lineSeparator() + title + lines(entries);
    }

    private static String lines(List<?> entries) {
        StringBuilder lines = new StringBuilder();
        entries.forEach(
                entry -> lines.append(System.lineSeparator()).append("  ").append(entry));
        return lines.toString();
    }
}
