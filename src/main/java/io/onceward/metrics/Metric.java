// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import java.util.List;

/**
 * The metrics. A test holds {@code docs/observability.md} against them. Names, units and attributes come from OpenTelemetry's
 * conventions for messaging where these have one, and begin with "onceward" elsewhere.
 */
public enum Metric {
    RECORDED(
            "onceward.outbox.recorded",
            Kind.COUNTER,
            "{event}",
            Label.CHANNEL,
            "Events recorded on this node whose transactions committed"),
    SENT(
            "messaging.client.sent.messages",
            Kind.COUNTER,
            "{message}",
            Label.CHANNEL,
            "Messages that the broker confirmed; a message that is published again counts again"),
    SEND_DURATION(
            "messaging.client.operation.duration",
            Kind.DURATION,
            "s",
            Label.DATASOURCE,
            "Time from the start of a broker transaction to its confirmation"),
    BATCH_SIZE(
            "onceward.relay.batch.size",
            Kind.SIZE,
            "{message}",
            Label.DATASOURCE,
            "Messages in a broker transaction that was confirmed"),
    CYCLE_DURATION(
            "onceward.relay.cycle.duration",
            Kind.DURATION,
            "s",
            Label.DATASOURCE,
            "Time of a relay cycle, in which the relay takes lanes, writes results and reads events"),
    PUBLISH_LATENCY(
            "onceward.outbox.latency",
            Kind.DURATION,
            "s",
            Label.CHANNEL,
            "Time from recording, or from the due time of a delayed event, to the broker's confirmation;"
                    + " only events published at the first attempt"),
    PUBLISH_FAILURES(
            "onceward.outbox.failures",
            Kind.COUNTER,
            "{attempt}",
            Label.CHANNEL,
            "Attempts that a reachable broker refused"),
    EVENTS_PARKED("onceward.outbox.parked", Kind.COUNTER, "{event}", Label.CHANNEL, "Events that were parked"),
    EVENTS_EXPIRED(
            "onceward.outbox.expired",
            Kind.COUNTER,
            "{event}",
            Label.CHANNEL,
            "Events that expired before they were published, and were dropped or parked"),
    RECEIVED(
            "messaging.client.consumed.messages",
            Kind.COUNTER,
            "{message}",
            Label.CHANNEL,
            "Messages stored for the handlers of the channel; a redelivered message counts again"),
    PROCESS_DURATION(
            "messaging.process.duration",
            Kind.DURATION,
            "s",
            Label.HANDLER,
            "Time in the handler's code; only messages and calls whose effects committed"),
    PROCESS_BATCH_SIZE(
            "onceward.inbox.batch.size",
            Kind.SIZE,
            "{message}",
            Label.HANDLER,
            "Messages in a transaction of a batch handler that committed"),
    PROCESS_LATENCY(
            "onceward.inbox.latency",
            Kind.DURATION,
            "s",
            Label.HANDLER,
            "Time from storing a message to the commit of its handler; only messages handled at the first"
                    + " attempt"),
    DUPLICATES(
            "onceward.inbox.duplicates",
            Kind.COUNTER,
            "{message}",
            Label.HANDLER,
            "Messages and calls dropped as duplicates, before the handler"),
    PROCESS_FAILURES(
            "onceward.inbox.failures",
            Kind.COUNTER,
            "{attempt}",
            Label.HANDLER,
            "Failed attempts of the handler with stored messages"),
    MESSAGES_PARKED(
            "onceward.inbox.parked", Kind.COUNTER, "{message}", Label.HANDLER, "Stored messages that were parked"),
    JANITOR_DELETED(
            "onceward.janitor.deleted", Kind.COUNTER, "{row}", Label.TABLE, "Rows deleted after their retention"),
    OUTBOX_PENDING("onceward.outbox.pending", Kind.GAUGE, "{event}", Label.CHANNEL, "Events in state PENDING"),
    OUTBOX_DUE(
            "onceward.outbox.due",
            Kind.GAUGE,
            "{event}",
            Label.CHANNEL,
            "Events that the relay could publish now: PENDING, and DELAYED and RETRYING ones that are due"),
    OUTBOX_LAG("onceward.outbox.lag", Kind.AGE, "s", Label.CHANNEL, "Time since the oldest due event became due"),
    OUTBOX_PARKED("onceward.outbox.parked.events", Kind.GAUGE, "{event}", Label.CHANNEL, "Events in state PARKED"),
    INBOX_PENDING("onceward.inbox.pending", Kind.GAUGE, "{message}", Label.HANDLER, "Stored messages in state PENDING"),
    INBOX_DUE(
            "onceward.inbox.due",
            Kind.GAUGE,
            "{message}",
            Label.HANDLER,
            "Stored messages that could be handled now: PENDING, and RETRYING ones that are due"),
    INBOX_LAG("onceward.inbox.lag", Kind.AGE, "s", Label.HANDLER, "Time since the oldest due message became due"),
    INBOX_PARKED(
            "onceward.inbox.parked.messages",
            Kind.GAUGE,
            "{message}",
            Label.HANDLER,
            "Stored messages in state PARKED"),
    OUTBOX_LANES(
            "onceward.outbox.lanes", Kind.GAUGE, "{lane}", Label.CHANNEL, "Lanes of the channel that this node owns"),
    INBOX_LANES(
            "onceward.inbox.lanes", Kind.GAUGE, "{lane}", Label.HANDLER, "Lanes of the handler that this node owns"),
    CAPTURE_ACTIVE(
            "onceward.capture.active",
            Kind.GAUGE,
            "{reader}",
            Label.DATASOURCE,
            "1 if a tool reads the replication slot from which events are captured, else 0"),
    CAPTURE_BYTES(
            "onceward.capture.lag.bytes",
            Kind.GAUGE,
            "By",
            Label.DATASOURCE,
            "Bytes of the database's log that the reader of the replication slot has not confirmed"),
    CAPTURE_LAG(
            "onceward.capture.lag",
            Kind.AGE,
            "s",
            Label.DATASOURCE,
            "Time by which the reader of the replication slot is behind, or for which the slot has no reader"),
    NODES("onceward.nodes", Kind.GAUGE, "{node}", Label.DATASOURCE, "Nodes with a lease on the tables");

    /** The aggregation of values. */
    public enum Kind {
        COUNTER,
        /** In seconds. */
        DURATION,
        SIZE,
        /** A current number; the sum over several queues. */
        GAUGE,
        /** A current age in seconds; the oldest of several queues. */
        AGE;

        /** Returns the upper bounds of all buckets but the last; empty for kinds without a distribution. */
        public List<Double> boundaries() {
            if (this == DURATION) {
                return List.of(
                        0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 30.0,
                        60.0, 300.0);
            }
            return this == SIZE ? List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0) : List.of();
        }
    }

    /** The attribute of a metric. */
    public enum Label {
        CHANNEL("onceward.channel"),
        HANDLER("onceward.handler"),
        DATASOURCE("onceward.datasource"),
        TABLE("onceward.table");

        private final String text;

        Label(String text) {
            this.text = text;
        }

        /** Returns the attribute's name. */
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

    /** Returns the name. */
    public String text() {
        return text;
    }

    /** Returns the aggregation of values. */
    public Kind kind() {
        return kind;
    }

    /** Returns the unit in UCUM notation. */
    public String unit() {
        return unit;
    }

    /** Returns the attribute. */
    public Label label() {
        return label;
    }

    /** Returns the description. */
    public String meaning() {
        return meaning;
    }
}
