// SPDX-License-Identifier: Apache-2.0
package io.oncebox.metrics;

import java.util.List;

/**
 * What is measured. {@code docs/observability.md} is checked against it. Names, units and attributes are OpenTelemetry's where
 * its conventions for messaging have them, and begin with "oncebox" elsewhere.
 */
public enum Metric {
    RECORDED(
            "oncebox.outbox.recorded",
            Kind.COUNTER,
            "{event}",
            Label.CHANNEL,
            "Events recorded here that have committed"),
    SENT(
            "messaging.client.sent.messages",
            Kind.COUNTER,
            "{message}",
            Label.CHANNEL,
            "Messages that the broker has confirmed; one that is published again counts again"),
    SEND_DURATION(
            "messaging.client.operation.duration",
            Kind.DURATION,
            "s",
            Label.DATASOURCE,
            "From the start of a broker transaction to its confirmation"),
    BATCH_SIZE(
            "oncebox.relay.batch.size",
            Kind.SIZE,
            "{message}",
            Label.DATASOURCE,
            "Messages in one broker transaction that was confirmed"),
    CYCLE_DURATION(
            "oncebox.relay.cycle.duration",
            Kind.DURATION,
            "s",
            Label.DATASOURCE,
            "One pass of the relay that committed, from locking lanes to the commit"),
    PUBLISH_LATENCY(
            "oncebox.outbox.latency",
            Kind.DURATION,
            "s",
            Label.CHANNEL,
            "From recording, or the time that a delayed event was for, to the broker's confirmation; of events that the"
                    + " broker took at the first attempt"),
    PUBLISH_FAILURES(
            "oncebox.outbox.failures",
            Kind.COUNTER,
            "{attempt}",
            Label.CHANNEL,
            "Attempts that counted because the broker, being there, refused the event"),
    EVENTS_PARKED("oncebox.outbox.parked", Kind.COUNTER, "{event}", Label.CHANNEL, "Events that were parked"),
    RECEIVED(
            "messaging.client.consumed.messages",
            Kind.COUNTER,
            "{message}",
            Label.CHANNEL,
            "Messages stored for the handlers of the channel; one that is delivered again counts again"),
    PROCESS_DURATION(
            "messaging.process.duration",
            Kind.DURATION,
            "s",
            Label.HANDLER,
            "In the handler's code; of messages and calls whose effects have committed, so that its count is theirs"),
    PROCESS_LATENCY(
            "oncebox.inbox.latency",
            Kind.DURATION,
            "s",
            Label.HANDLER,
            "From storing a message until its handler was through with it; of messages that took one attempt"),
    DUPLICATES(
            "oncebox.inbox.duplicates",
            Kind.COUNTER,
            "{message}",
            Label.HANDLER,
            "Messages and calls that did not reach the handler, because it had processed them"),
    PROCESS_FAILURES(
            "oncebox.inbox.failures",
            Kind.COUNTER,
            "{attempt}",
            Label.HANDLER,
            "Attempts with stored messages that counted because the handler failed"),
    MESSAGES_PARKED(
            "oncebox.inbox.parked", Kind.COUNTER, "{message}", Label.HANDLER, "Stored messages that were parked"),
    JANITOR_DELETED(
            "oncebox.janitor.deleted",
            Kind.COUNTER,
            "{row}",
            Label.TABLE,
            "Rows that were deleted after their retention"),
    OUTBOX_PENDING(
            "oncebox.outbox.pending",
            Kind.GAUGE,
            "{event}",
            Label.CHANNEL,
            "Events that are to be published as soon as possible"),
    OUTBOX_DUE(
            "oncebox.outbox.due",
            Kind.GAUGE,
            "{event}",
            Label.CHANNEL,
            "Events that could be published now: pending ones, and delayed and retrying ones whose time has come"),
    OUTBOX_LAG(
            "oncebox.outbox.lag",
            Kind.AGE,
            "s",
            Label.CHANNEL,
            "For how long the oldest event that is due has been so"),
    OUTBOX_PARKED("oncebox.outbox.parked.events", Kind.GAUGE, "{event}", Label.CHANNEL, "Events that are parked"),
    INBOX_PENDING(
            "oncebox.inbox.pending",
            Kind.GAUGE,
            "{message}",
            Label.HANDLER,
            "Stored messages that are to be handled as soon as possible"),
    INBOX_DUE(
            "oncebox.inbox.due",
            Kind.GAUGE,
            "{message}",
            Label.HANDLER,
            "Stored messages that could be handled now: pending ones, and retrying ones whose time has come"),
    INBOX_LAG(
            "oncebox.inbox.lag",
            Kind.AGE,
            "s",
            Label.HANDLER,
            "For how long the oldest stored message that is due has been so"),
    INBOX_PARKED(
            "oncebox.inbox.parked.messages", Kind.GAUGE, "{message}", Label.HANDLER, "Stored messages that are parked");

    /** What becomes of the single values. */
    public enum Kind {
        COUNTER,
        /** In seconds. */
        DURATION,
        SIZE,
        /** What there is now; of several together, the sum. */
        GAUGE,
        /** How old something is now, in seconds; of several together, the oldest. */
        AGE;

        /** The upper bounds of the buckets but the last; none for what has no distribution. */
        public List<Double> boundaries() {
            return switch (this) {
                case COUNTER, GAUGE, AGE -> List.of();
                case DURATION ->
                    List.of(
                            0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
                            30.0, 60.0, 300.0);
                case SIZE -> List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0);
            };
        }
    }

    /** What a value belongs to. */
    public enum Label {
        CHANNEL("oncebox.channel"),
        HANDLER("oncebox.handler"),
        DATASOURCE("oncebox.datasource"),
        TABLE("oncebox.table");

        private final String text;

        Label(String text) {
            this.text = text;
        }

        /** The attribute's name. */
        public String text() {
            return text;
        }
    }

    private final String text;
    private final Kind kind;
    private final String unit;
    private final Label label;
    private final String meaning;

    Metric(String text, Kind kind, String unit, Label label, String meaning) {
        this.text = text;
        this.kind = kind;
        this.unit = unit;
        this.label = label;
        this.meaning = meaning;
    }

    /** The name. */
    public String text() {
        return text;
    }

    /** What becomes of the single values. */
    public Kind kind() {
        return kind;
    }

    /** The unit, as UCUM writes it. */
    public String unit() {
        return unit;
    }

    /** What its values belong to. */
    public Label label() {
        return label;
    }

    /** What it says. */
    public String meaning() {
        return meaning;
    }
}
