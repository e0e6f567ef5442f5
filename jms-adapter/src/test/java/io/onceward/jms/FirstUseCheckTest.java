// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.api.OncewardException;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.BrokerQueue;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.fixture.Wire;
import io.onceward.jms.EnlistingFactory.Kind;
import io.onceward.jms.check.CheckThreads;
import io.onceward.jms.check.CheckedPublisher;
import io.onceward.jms.check.CheckedSource;
import io.onceward.jms.check.ConnectionTurns;
import io.onceward.selfcheck.DeploymentChecks;
import io.onceward.selfcheck.ProbedConnection;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The self-check of connection factories at the deployment and, if it had no result there, at the first use. */
class FirstUseCheckTest extends FactoryChecks {

    private final CheckThreads threads = new CheckThreads(Thread::new, new ConnectionTurns(), Duration.ofSeconds(90));

    private CheckedPublisher checked(JmsPublisher publisher) {
        return new CheckedPublisher(publisher, publisher, server, threads);
    }

    /** @throws Exception the outage that the publisher reports */
    private static void publish(EventPublisher publisher, OutboxEvent event) throws Exception {
        HeardOutage heard = new HeardOutage();
        publisher.publish(List.of(event), heard);
        heard.requireNone();
    }

    private static ProbedConnection connection(CheckedPublisher publisher, String destination) {
        return ProbedConnection.of(publisher, destination).orElseThrow();
    }

    @Test
    void unsoundFactoryPublishesAndReceivesNothing() throws Exception {
        BrokerQueue queue = new BrokerQueue(broker.connectionFactory(), "unsound");
        queue.send(Session::createTextMessage);
        CheckedPublisher publisher = checked(publisher(Kind.RAW));
        Probe event = new Probe("event", Probe.Stage.COMMITTED, uri("unsound"));
        assertRefused(() -> publish(publisher, event), "it is not enlisted");
        JmsSource wrong = source(Kind.AUTO_ACKNOWLEDGE);
        CheckedSource source = new CheckedSource(wrong, wrong, server, threads);
        assertRefused(
                () -> source.receive(uri("unsound"), 1, Duration.ofMillis(10), messages -> {}),
                "it is in auto-acknowledge mode");
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void brokerThatIsDownPostponesTheCheckUntilTheFirstUse(@TempDir Path other) throws Exception {
        ArtemisBroker restarted = new ArtemisBroker(other).start();
        restarted.stop();
        ConnectionFactory factory = server.of(Kind.RAW, restarted.connectionFactory());
        CheckedPublisher publisher = checked(publisher(factory, Optional.empty()));
        Probe event = new Probe("event", Probe.Stage.COMMITTED, uri("late"));

        new DeploymentChecks().run(List.of(connection(publisher, event.destination())));
        assertThatThrownBy(() -> publish(publisher, event)).isInstanceOf(JMSException.class);

        restarted.start();
        Await.until(
                "the check",
                () -> catchThrowable(() -> publish(publisher, event)) instanceof OncewardException refusal
                        && refusal.code().equals("OWD-0210"));
        assertThat(new BrokerQueue(restarted.connectionFactory(), "late").size())
                .isZero();
        restarted.close();
    }

    @Test
    @OnlyWithAllServers
    void checkOfABrokerThatDoesNotAnswerEndsAndHurtsNoOtherConnection() throws Exception {
        try (Wire wire = new Wire(broker.port())) {
            wire.hold();
            JndiNames.bind("jms/hanging", server.of(Kind.ENLISTED, broker.connectionFactory(wire.port(), "")));
            CheckedPublisher publisher = checked(publisher(Kind.ENLISTED));
            String hanging = new JmsUri(JmsUri.Variant.QUEUE, "orders", "jms/hanging").toString();
            Probe event = new Probe("event", Probe.Stage.COMMITTED, hanging);
            long began = System.nanoTime();
            new DeploymentChecks().run(List.of(connection(publisher, hanging), connection(publisher, uri("orders"))));
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(20));
            assertThat(Thread.interrupted()).isFalse();
            assertThatThrownBy(() -> publish(publisher, event)).isInstanceOf(TimeoutException.class);
            Probe other = new Probe("event", Probe.Stage.COMMITTED, uri("orders"));
            assertThatCode(() -> publish(publisher, other)).doesNotThrowAnyException();
            wire.release();
            Await.until("the connection", () -> catchThrowable(() -> publish(publisher, event)) == null);
        }
    }
}
