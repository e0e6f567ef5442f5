// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.Edit;
import java.time.Duration;
import java.util.List;

/** Planted mistakes. Each compiles, and shows only under a fault. */
final class Mutants {

    private static final String CORE = "src/main/java/io/onceward/";
    private static final String JMS = "jms-adapter/src/main/java/io/onceward/jms/";

    private static final NodeTask TASK = NodeTask.place("first");

    static final List<Mutant> ALL = List.of(
            new Mutant(
                    "delete before confirm: events are removed, and sent when that has committed",
                    Anomaly.LOST,
                    at(Trap.HALT, "before onceward-relay: send"),
                    List.of(new Edit(CORE + "queue/relay/CycleWork.java", "        failures.committed();\n", """
                                            if (reading.isPresent()) {
                                                transactions.inNew(() -> queue.remove(reading.get().pending().events()));
                                            }
                                            failures.committed();
                                    """))),
            new Mutant(
                    "acknowledge before commit: received messages are acknowledged, and then stored",
                    Anomaly.LOST,
                    at(Trap.FAIL, "before onceward-relay: INSERT onceward_inbox_message"),
                    List.of(
                            new Edit(
                                    JMS + "LocalJmsSource.java",
                                    "                    sink.store(messages);\n",
                                    "                    opened.session.commit();\n                    sink.store(messages);\n"),
                            new Edit(
                                    JMS + "LocalJmsSource.java",
                                    "                }\n                opened.session.commit();\n",
                                    "                }\n"))),
            new Mutant(
                    "claim in its own transaction: it commits, and then the handler runs",
                    Anomaly.LOST,
                    at(Trap.HALT, "before billing: INSERT effects"),
                    List.of(new Edit(
                            CORE + "inbox/Claims.java",
                            "                Done<T> done = transactions.inNew(() -> claimAndRun(handler, id, claim, watch, work));\n",
                            """
                                            boolean first = transactions.inNew(claim);
                                            Done<T> done = transactions.inNew(() -> claimAndRun(handler, id, () -> first, watch, work));
                            """))),
            new Mutant(
                    "skip on any exception: what a handler throws counts as handled",
                    Anomaly.LOST,
                    at(Trap.FAIL, "before onceward-relay: INSERT effects"),
                    List.of(
                            new Edit(
                                    CORE + "inbox/HandlerOutlet.java",
                                    "catch (LinkageError | AssertionError | StackOverflowError e)",
                                    "catch (Exception | LinkageError | AssertionError | StackOverflowError e)"),
                            new Edit(
                                    CORE + "inbox/HandlerOutlet.java",
                                    "throw InboxErrors.handlerBroken(handler.name(), e);",
                                    "return null;"))),
            new Mutant(
                    "seq > polling: a relay looks only above the last position that it published",
                    Anomaly.LOST,
                    at(Trap.HOLD, "before ordering: commit of INSERT onceward_inbox_message"),
                    List.of(
                            new Edit(
                                    CORE + "queue/machine/Look.java",
                                    "        after = 0;\n        wanted = true;\n",
                                    "        wanted = true;\n"),
                            new Edit(
                                    CORE + "queue/machine/Look.java",
                                    "            after = 0;\n",
                                    "            wanted = false;\n"),
                            new Edit(
                                    CORE + "queue/machine/Look.java",
                                    "        if (pending.more() && any) {\n",
                                    "        if (!pending.events().isEmpty() && any) {\n"))),
            new Mutant(
                    "unordered lanes: events of a key are in different lanes",
                    Anomaly.OVERTAKEN,
                    new Provocation(
                            TASK.with(Trap.STAGGER, "before onceward-relay: send")
                                    .withOrders(24)
                                    .withBatchSize(1)
                                    .withTroubles()
                                    .withPolling(Duration.ofSeconds(3)),
                            false,
                            true),
                    List.of(
                            new Edit(
                                    CORE + "queue/Slots.java",
                                    "Math.floorMod((key != null ? key : id).hashCode(), COUNT)",
                                    "Math.floorMod(id.hashCode(), COUNT)"),
                            new Edit( // the self-check would refuse the start
                                    CORE + "engine/Engine.java", "() -> checkRelays(each, database)", "() -> {}"))),
            new Mutant(
                    "at-most-once send: messages are not persistent",
                    Anomaly.LOST,
                    new Provocation(TASK.withoutConsuming(), true),
                    List.of(new Edit(
                            JMS + "JmsSender.java",
                            "persistent ? DeliveryMode.PERSISTENT :",
                            "persistent ? DeliveryMode.NON_PERSISTENT :"))),
            new Mutant(
                    "send once: a batch that the broker refused counts as published",
                    Anomaly.LOST,
                    at(Trap.FAIL, "before onceward-relay: commit of send"),
                    List.of(new Edit(
                            JMS + "TransactedBatch.java",
                            "            singly(events, results);\n",
                            "            events.forEach(results::confirmed);\n"))),
            new Mutant(
                    "recorded apart: an event has a transaction of its own",
                    Anomaly.INVENTED,
                    at(Trap.HALT, "after ordering: commit of INSERT onceward_outbox"),
                    List.of(new Edit(
                            CORE + "outbox/OutboxRecorder.java",
                            "            while (!buffer().add(channel, rows, listener)) {} // written meanwhile by another thread\n",
                            """
                                        inOwnTransaction(channel, () -> {
                                            channel.store().write(rows.outbox());
                                            return null;
                                        });
                            """))),
            new Mutant(
                    "recorded at once: the position is drawn before the transaction has its locks",
                    Anomaly.OVERTAKEN,
                    new Provocation(
                            TASK.with(Trap.HOLD, "after ordering: INSERT onceward_outbox")
                                    .withPolling(Duration.ofSeconds(3)),
                            false),
                    List.of(new Edit(
                            CORE + "outbox/OutboxRecorder.java",
                            "            while (!buffer().add(channel, rows, listener)) {} // written meanwhile by another thread\n",
                            "            channel.store().write(rows.outbox());\n"))),
            new Mutant(
                    "refused and passed: later events of a key don't wait for one that is tried again",
                    Anomaly.OVERTAKEN,
                    at(Trap.FAIL, "before onceward-relay: INSERT effects"),
                    List.of(
                            new Edit(
                                    CORE + "queue/store/QueueReading.java",
                                    "return first != null && first < event.seq();",
                                    "return first != null && event.seq() < 0;"),
                            new Edit(
                                    CORE + "queue/relay/Outcome.java",
                                    "        refused.put(event, refusal);\n        left(event);\n",
                                    "        refused.put(event, refusal);\n"))),
            new Mutant(
                    "lease without an end: a node takes only lanes that their owners have released",
                    Anomaly.LOST,
                    at(Trap.HALT, "before onceward-relay: send"),
                    List.of(new Edit(
                            CORE + "jdbc/LaneRows.java",
                            "(owner IS NULL OR NOT EXISTS (SELECT 1 FROM ",
                            "(owner IS NULL AND NOT EXISTS (SELECT 1 FROM "))),
            new Mutant(
                    "take once: lanes that a node has taken are not its own if the answer gets lost",
                    Anomaly.LOST,
                    at(Trap.FAIL, "after onceward-relay: commit of UPDATE onceward_lane SET owner = ?"),
                    List.of(new Edit(CORE + "queue/relay/Relay.java", "any || take.mustRead() ?", "any ?"))),
            new Mutant(
                    "removed apart: the row of a stored message is removed in a transaction before that of its handler",
                    Anomaly.LOST,
                    at(Trap.FAIL, "before onceward-relay: INSERT effects"),
                    List.of(new Edit(
                            CORE + "inbox/HandlerOutlet.java",
                            "            inbox.onceAndRemove(message, () -> handle(work), () -> remove(event));\n",
                            """
                                                transactions.inNew(() -> queue.remove(List.of(event)));
                                                inbox.onceAndRemove(message, () -> handle(work), () -> true);
                                    """))),
            new Mutant(
                    "unblocked by its own node: blocked events wait for the node that has blocked them",
                    Anomaly.LOST,
                    new Provocation(
                            TASK.withTroubles()
                                    .with(
                                            Trap.HALT,
                                            "before onceward-relay: UPDATE onceward_inbox_message SET state = 'PENDING'"),
                            false),
                    List.of(new Edit(
                            CORE + "queue/machine/RelayMachine.java",
                            "!lanes.held().isEmpty() && search.isDue(now)",
                            "lanes.isEmpty() && search.isDue(now)"))),
            new Mutant(
                    "withdrawn one by one: later events of a key stay with the senders when one fails",
                    Anomaly.OVERTAKEN,
                    at(Trap.HOLD_AND_FAIL, "before onceward-relay: INSERT effects"),
                    List.of(new Edit(
                            CORE + "queue/machine/Flight.java",
                            "            withdrawReady(flying -> flying.line != null && failed.contains(flying.line));\n",
                            ""))),
            new Mutant(
                    "shared key: several senders have events of one key",
                    Anomaly.OVERTAKEN,
                    new Provocation(
                            TASK.with(Trap.STAGGER, "before onceward-relay: send")
                                    .withOrders(24)
                                    .withBatchSize(1),
                            false),
                    List.of(new Edit(
                            CORE + "queue/machine/Flight.java",
                            "        if (line.sending) {\n            return false;\n        }\n",
                            ""))),
            new Mutant(
                    "identity of the sending: a message is known by its JMSMessageID",
                    Anomaly.DOUBLED,
                    at(Trap.HALT, "after onceward-relay: commit of send"),
                    List.of(new Edit(
                            JMS + "JmsMessageIdentity.java",
                            "Optional<String> event = property(message, JmsProperties.ID);",
                            "Optional<String> event = Optional.ofNullable(message.getJMSMessageID());"))),
            new Mutant(
                    "sent apart: a message of an outboxed producer has a transaction of its own",
                    Anomaly.INVENTED,
                    at(Trap.HALT, "after ordering: commit of INSERT onceward_outbox"),
                    List.of(new Edit(
                            CORE + "outbox/OutboxRecorder.java",
                            "        return append(channel, OutcomeListener.NONE, () -> events.create(channel, encoded.get()));\n",
                            """
                                    return inOwnTransaction(
                                            channel,
                                            () -> append(
                                                    channel, OutcomeListener.NONE, () -> events.create(channel, encoded.get())));
                            """))),
            new Mutant(
                    "group without order: the group of an outboxed message is not its key",
                    Anomaly.OVERTAKEN,
                    new Provocation(
                            TASK.with(Trap.STAGGER, "before onceward-relay: send")
                                    .withOrders(24)
                                    .withBatchSize(1),
                            false),
                    List.of(new Edit(
                            "outboxed/src/main/java/io/onceward/jms/outboxed/MessageRecorder.java",
                            "        return value == null ? null : value.toString();\n",
                            "        return null;\n"))),
            new Mutant(
                    "expired and published: the relay does not look when an event expires",
                    Anomaly.INVENTED,
                    new Provocation(TASK.withOffers().with(Trap.HALT, "before onceward-relay: send"), true),
                    List.of(new Edit(
                            CORE + "queue/relay/ReservedHeaders.java",
                            "        String text = headers.get(EXPIRES);\n",
                            "        String text = headers.get(EXPIRES + \"-at\");\n"))));

    private Mutants() {}

    private static Provocation at(Trap trap, String step) {
        return new Provocation(TASK.with(trap, step), false);
    }
}
