// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Publishes events by idempotent producers. A batch is confirmed when all in-sync replicas have each of its records.
 * Thread-safe.
 */
final class KafkaPublisher implements EventPublisher {

    private final ClientSettings clients;
    private final ProducerPool producers;
    private final ThreadOutages outages = new ThreadOutages();

    KafkaPublisher(ClientSettings clients) {
        this.clients = clients;
        producers = new ProducerPool(clients::producer);
    }

    @Override
    public String destination(ChannelSettings settings) {
        return KafkaTopic.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        clients.verify();
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return KafkaHeaders.illegal(name);
    }

    @Override
    public String connection(String destination) {
        KafkaTopic.parse(destination);
        return clients.connection();
    }

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        outages.forget();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(events.size());
        for (OutboxEvent event : events) {
            records.add(KafkaRecords.of(event));
        }
        try {
            producers.send(records);
        } catch (RecordFailure e) {
            if (PublishFailure.isOutage(e.reason())) {
                outages.keep(e.reason());
            }
            throw PublishFailure.coded(e.topic(), e.reason());
        } catch (InterruptedException e) {
            outages.keep(e); // the broker has refused nothing
            throw e;
        }
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        publish(List.of(event));
    }

    /** If the brokers of a topic did not confirm the thread's last batch, that is an outage, even if another broker answers. */
    @Override
    public void reach(String connection) throws Exception {
        producers.requireOpen();
        Optional<Exception> outage = outages.last();
        if (outage.isPresent()) {
            throw outage.get();
        }
        Admin admin = Admin.create(clients.admin());
        try {
            admin.describeCluster().clusterId().get(ClientSettings.ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    @Override
    public void close() {
        producers.close();
    }
}
