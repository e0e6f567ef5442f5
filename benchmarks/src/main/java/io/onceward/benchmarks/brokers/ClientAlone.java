// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

/** The client library alone: threads that send batches from memory, and wait for the confirmation of each. */
final class ClientAlone implements BrokerContestant {

    private final MeasuredBroker broker;
    private final int threads;
    private final int batchSize;
    private final List<List<List<Event>>> backlog = new ArrayList<>();
    private final List<FutureTask<Void>> sending = new ArrayList<>();
    private MeasuredBroker.Sender sender;

    /** @param threads the number of threads, each with a connection and with keys of its own */
    ClientAlone(MeasuredBroker broker, int threads, int batchSize) {
        this.broker = broker;
        this.threads = threads;
        this.batchSize = batchSize;
    }

    @Override
    public void prepare(int events) {
        backlog.clear();
        for (int thread = 0; thread < threads; thread++) {
            backlog.add(BrokerContestant.batches(events, threads, thread, batchSize));
        }
    }

    @Override
    public void start() throws Exception {
        sender = broker.sender();
        for (List<List<Event>> batches : backlog) {
            FutureTask<Void> task = new FutureTask<>(() -> {
                try (MeasuredBroker.Sender own = broker.sender()) {
                    for (List<Event> batch : batches) {
                        own.send(batch);
                    }
                }
                return null;
            });
            sending.add(task);
            new Thread(task, "client").start();
        }
        backlog.clear();
    }

    @Override
    public void stop() throws Exception {
        for (FutureTask<Void> each : sending) {
            each.get();
        }
        sending.clear();
        sender.close();
    }

    @Override
    public synchronized void produce(Event event) throws Exception {
        sender.send(List.of(event));
    }

    @Override
    public boolean isDirect() {
        return true;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
