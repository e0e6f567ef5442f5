// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** The broker of one test, in memory. Thread-safe. */
final class TestBroker {

    private final List<TestMessage> published = new ArrayList<>();
    private final List<TestMessage> sent = new ArrayList<>();
    private final List<TestMessage> waiting = new ArrayList<>();
    private final Map<String, Queue<Exception>> refusals = new HashMap<>();

    /** Takes a message, unless the test has planned its refusal. */
    synchronized void publish(TestMessage message) throws Exception {
        Queue<Exception> failures = refusals.get(message.channel());
        if (failures != null && !failures.isEmpty()) {
            throw failures.remove();
        }
        published.add(message);
        waiting.add(message);
    }

    /** Takes the message of another sender. */
    synchronized void send(TestMessage message) {
        sent.add(message);
        waiting.add(message);
    }

    /** Refuses the next message of a channel. */
    synchronized void refuseNext(String channel, Exception failure) {
        refusals.computeIfAbsent(channel, name -> new ArrayDeque<>()).add(failure);
    }

    /** Returns the published messages. */
    synchronized List<TestMessage> published() {
        return List.copyOf(published);
    }

    /** Returns and removes the messages that are not yet delivered. */
    synchronized List<TestMessage> takeWaiting() {
        List<TestMessage> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    /** Has all messages delivered again. */
    synchronized void redeliver() {
        waiting.clear();
        waiting.addAll(published);
        waiting.addAll(sent);
    }

    synchronized void reset() {
        published.clear();
        sent.clear();
        waiting.clear();
        refusals.clear();
    }
}
