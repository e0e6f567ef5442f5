// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.payloads;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Records letters, and handles those of the local channel. */
@Stateless
public class Letters {

    static final Queue<String> HANDLED = new ConcurrentLinkedQueue<>();

    @Inject
    Outbox outbox;

    public void write(String channel, String letter, OutboxMetadata metadata) {
        outbox.record(channel, letter, metadata);
    }

    @Incoming("payload_notes")
    public void handle(String letter) {
        HANDLED.add(letter);
    }
}
