// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Channels of the server's own Reactive Messaging, in memory: an emitter, a processor, a generator and their ends. */
@ApplicationScoped
public class Words {

    static final int GENERATED = 3;

    final Queue<String> heard = new ConcurrentLinkedQueue<>();
    final Queue<String> generated = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    @Inject
    @Channel("words")
    Emitter<String> words;

    public void say(String word) {
        words.send(word);
    }

    @Incoming("words")
    @Outgoing("loud")
    public String shout(String word) {
        return word.toUpperCase(java.util.Locale.ROOT);
    }

    @Incoming("loud")
    public void hear(String word) {
        heard.add(word);
    }

    /** Called by the server, and of a type that Onceward would refuse; after the last one it waits for ever. */
    @Outgoing("generated")
    public CompletionStage<String> generate() {
        int call = calls.incrementAndGet();
        return call <= GENERATED ? CompletableFuture.completedFuture("generated " + call) : new CompletableFuture<>();
    }

    @Incoming("generated")
    public void collect(String word) {
        generated.add(word);
    }

    public Queue<String> heard() {
        return heard;
    }

    public Queue<String> generated() {
        return generated;
    }
}
