// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import io.onceward.fixture.Await;
import io.onceward.fixture.RabbitBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The broker of the tests, and what they do with it without the adapter. */
final class TestRabbit {

    /** For publishers that must succeed: a slow disk may take seconds for a confirmation. */
    static final Map<String, String> PATIENT = Map.of("confirm-timeout", "PT120S");

    private static final long PATIENCE_SECONDS = 60;

    /** If a quorum queue does not answer the broker within 250 ms, the broker counts no messages and no consumers. */
    private static final long COUNT_MILLIS = 200;

    /** The broker writes a new queue to its log first, and later from there to the table. */
    private static final Set<Path> TABLES =
            Set.of(Path.of("LATEST.LOG"), Path.of("rabbit_durable_queue.DCL"), Path.of("rabbit_durable_queue.DCD"));

    private static final Set<Path> MEMBERS = Set.of(Path.of("names.dets"));

    private static TestRabbit shared;

    private final Path folder;
    private final RabbitBroker broker;

    private TestRabbit(Path folder, String... more) throws IOException, InterruptedException {
        this.folder = folder;
        broker = new RabbitBroker(folder, more).start();
    }

    /** Returns the broker, which ends with this process. Without RabbitMQ, the test is skipped. */
    static synchronized TestRabbit shared() throws IOException, InterruptedException {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    /**
     * Starts a broker for one test class, which closes the broker.
     *
     * @param more further lines of the broker's configuration
     */
    static TestRabbit start(String... more) throws IOException, InterruptedException {
        RabbitBroker.requireInstalled();
        return new TestRabbit(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "rabbitmq"), more);
    }

    RabbitBroker broker() {
        return broker;
    }

    /** Work with a channel. */
    @FunctionalInterface
    interface Work<T> {
        T with(Channel channel) throws Exception;
    }

    <T> T on(Work<T> work) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(broker.port());
        factory.setHandshakeTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        try (Connection connection = factory.newConnection("test");
                Channel channel = connection.createChannel()) {
            return work.with(channel);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Declares a quorum queue, and returns its name. */
    String queue() {
        return queue("q-" + UUID.randomUUID(), Map.of("x-queue-type", "quorum"));
    }

    /** Declares a queue, and returns its name. A slow broker may need several attempts. */
    String queue(String name, Map<String, Object> arguments) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                return on(channel -> channel.queueDeclare(name, true, false, false, new HashMap<>(arguments))
                        .getQueue());
            } catch (IllegalStateException e) {
                if (!isInternalError(e) || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
        }
    }

    /** The broker reports this error if a new quorum queue has no leader after 5 seconds. */
    private static boolean isInternalError(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ShutdownSignalException signal
                    && signal.getReason() instanceof AMQP.Connection.Close close) {
                return close.getReplyCode() == AMQP.INTERNAL_ERROR;
            }
        }
        return false;
    }

    /** Waits until a kill of the broker leaves a new quorum queue intact. */
    void awaitQuorumQueueOnDisk(String queue) throws InterruptedException {
        awaitOnDisk(queue);
        Await.until("the queue in the broker's list of quorum queues", () -> isIn(queue, MEMBERS));
    }

    /**
     * Waits until a new queue survives a kill of the broker. The broker completes a declaration on its disk at the next declaration
     * or after two seconds.
     */
    void awaitOnDisk(String queue) throws InterruptedException {
        String next = queue("after-" + queue, Map.of());
        Await.until("the next queue in the broker's tables", () -> isIn(next, TABLES));
    }

    /** Returns whether a file of the broker's data with one of these names contains the name of the queue. */
    private boolean isIn(String queue, Set<Path> names) {
        try (Stream<Path> files =
                Files.find(folder.resolve("data"), 5, (path, ignored) -> names.contains(path.getFileName()))) {
            for (Path each : files.filter(path -> !path.toString().contains("coordination"))
                    .toList()) {
                if (Files.readString(each, StandardCharsets.ISO_8859_1).contains(queue)) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return false; // the broker has replaced it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return false;
            }
            throw e;
        }
    }

    /** Stops the process of a quorum queue. The broker and its other queues answer. */
    void suspend(String quorumQueue) throws IOException, InterruptedException {
        broker.control("eval", "sys:suspend('%2F_" + quorumQueue + "').");
    }

    void resume(String quorumQueue) throws IOException, InterruptedException {
        broker.control("eval", "sys:resume('%2F_" + quorumQueue + "').");
    }

    void send(String queue, Map<String, Object> headers, String id, String body) {
        BasicProperties properties = new BasicProperties.Builder()
                .deliveryMode(2)
                .messageId(id)
                .headers(headers)
                .build();
        on(channel -> {
            channel.confirmSelect();
            channel.basicPublish("", queue, properties, TestEvents.bytes(body));
            channel.waitForConfirmsOrDie(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            return null;
        });
    }

    /** Returns the number of messages that no consumer has. */
    int ready(String queue) {
        return counts(queue).getMessageCount();
    }

    int consumers(String queue) {
        return counts(queue).getConsumerCount();
    }

    /** Asks again as long as the broker may have answered without the queue. */
    private AMQP.Queue.DeclareOk counts(String queue) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        return on(channel -> {
            while (true) {
                long began = System.nanoTime();
                AMQP.Queue.DeclareOk counts = channel.queueDeclarePassive(queue);
                long now = System.nanoTime();
                if (now - began < TimeUnit.MILLISECONDS.toNanos(COUNT_MILLIS)) {
                    return counts;
                }
                if (now - deadline > 0) {
                    throw new IllegalStateException("The broker is too slow to count the messages of " + queue);
                }
            }
        });
    }

    /** Takes all messages of a queue that has no consumer. */
    List<Delivery> drain(String queue) {
        int count = ready(queue);
        return on(channel -> {
            BlockingQueue<Delivery> arrived = new LinkedBlockingQueue<>();
            channel.basicConsume(queue, true, (tag, message) -> arrived.add(message), tag -> {});
            List<Delivery> taken = new ArrayList<>();
            while (taken.size() < count) {
                Delivery next = arrived.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (next == null) {
                    throw new IllegalStateException("Only " + taken.size() + " of " + count + " messages arrived");
                }
                taken.add(next);
            }
            return taken;
        });
    }

    /** Takes all messages, and returns their ids in the order in which a receiver that skips duplicates sees them. */
    List<String> drainFirstIds(String queue) {
        LinkedHashSet<String> ids = new LinkedHashSet<>();
        drain(queue).forEach(each -> ids.add(each.getProperties().getMessageId()));
        return List.copyOf(ids);
    }
}
