// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.contract.ContractApplication.Handled;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages on their way from the broker to a handler: each takes effect once. */
public interface ReceivingContract extends ContractTests {

    /** The log says so while the table of the messages is away. */
    String REFUSED_STATEMENT = "OWD-1130";

    /** The log says so if correlation and trace of a message can't be read. */
    String NO_CONTEXT = "OWD-1103";

    /** The log says so while the database is down. */
    String UNAVAILABLE = "OWD-1010";

    /** Long enough for five attempts to store messages: more than {@link TwoWayBroker#createWithFewDeliveries} allows. */
    Duration OUTAGE = Duration.ofSeconds(12);

    @Override
    TwoWayBroker broker();

    private ContractApplication receiving(String destination) {
        return new ContractApplication(broker()).publishingTo(destination).receivingFrom(broker(), destination);
    }

    @Test
    default void committedEventsReachTheirHandlerOnceAndInOrder() throws Exception {
        String destination = createdDestination();
        String large = "x".repeat(broker().largePayload());
        try (ContractApplication application = receiving(destination).start()) {
            application.record(100);
            Await.until("all events", () -> application.handled().size() >= 100 && application.inInbox() == 0);
            application.record(
                    ContractApplication.CHANNEL,
                    large,
                    OutboxMetadata.none()
                            .withId("e-1")
                            .withKey("Größe 1")
                            .withType("OrderPlaced")
                            .withHeader("tenant", "Zoë & Söhne"));
            application.awaitHandled(large);
            List<Handled> handled = new ArrayList<>(application.handled());
            Handled last = handled.remove(100);
            assertThat(handled).hasSize(100);
            NumberedEvents.assertInOrder(handled.stream().map(Handled::text).toList(), 100);
            assertThat(last.metadata().id()).isEqualTo("e-1");
            assertThat(last.metadata().key()).isEqualTo("Größe 1");
            assertThat(last.metadata().type()).isEqualTo("OrderPlaced");
            assertThat(last.metadata().headers()).containsEntry("tenant", "Zoë & Söhne");
        }
    }

    @Test
    default void eventThatIsPublishedAgainIsConfirmedAndHandledOnce() throws Exception {
        String destination = createdDestination();
        try (ContractApplication application = receiving(destination).start()) {
            for (int i = 0; i < 2; i++) {
                application.record(
                        ContractApplication.CHANNEL,
                        "twice",
                        OutboxMetadata.none().withId("e-1").withKey("k"));
                application.awaitEmptyOutbox();
            }
            broker().send(destination, "e-1", "k", "twice");
            broker().send(destination, "e-2", "k", "last");
            application.awaitHandled("last");
            assertThat(application.handledTexts()).containsExactly("twice", "last");
        }
    }

    @Test
    default void messagesThatTheDatabaseDoesNotStoreAreStoredLaterInOrder() throws Exception {
        String destination = createdDestination();
        try (LogLines log = new LogLines();
                ContractApplication application = receiving(destination).start()) {
            broker().send(destination, "m-0", "k", "m-0");
            application.awaitHandled("m-0");
            application.database().sql("ALTER TABLE onceward_inbox_message RENAME TO away");
            for (int i = 1; i <= 4; i++) {
                broker().send(destination, "m-" + i, "k", "m-" + i);
            }
            ContractTests.awaitLogged(log, REFUSED_STATEMENT + ": The receiver"); // it has received a message
            application.database().sql("ALTER TABLE away RENAME TO onceward_inbox_message");
            application.awaitHandled("m-4");
            assertThat(application.handledTexts()).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4");
        }
    }

    /**
     * Brokers give a message up after so many deliveries, 10 or 20 by default. In ten minutes, the receiver tries more than 30
     * times whether the database is available: no attempt but the first may cost a delivery.
     */
    @Test
    @Tag("only-in-full")
    default void databaseThatIsDownForLongCostsNoMessage() throws Exception {
        String destination = broker().newDestination();
        broker().createWithFewDeliveries(destination);
        try (LogLines log = new LogLines();
                ContractApplication application = receiving(destination).start()) {
            broker().send(destination, "m-0", "k", "m-0");
            application.awaitHandled("m-0");
            application.setDatabaseDown(true);
            for (int i = 1; i <= 30; i++) {
                broker().send(destination, "m-" + i, "k", "m-" + i);
            }
            ContractTests.awaitLogged(log, UNAVAILABLE + ": The receiver");
            long end = System.nanoTime() + OUTAGE.toNanos();
            Await.until("the end of the outage", () -> System.nanoTime() - end > 0);
            application.setDatabaseDown(false);
            application.awaitHandled("m-30");
            assertThat(application.handledTexts())
                    .isEqualTo(
                            IntStream.rangeClosed(0, 30).mapToObj(i -> "m-" + i).toList());
            assertThat(broker().setAside(destination)).isZero();
            assertThat(log.all()).noneMatch(text -> text.startsWith("OWD-1061"));
        }
    }

    /** A message that was acknowledged before its row was committed would be lost. */
    @Test
    default void messagesThatAreNotStoredWhenTheApplicationStopsAreReceivedAfterItsRestart() throws Exception {
        String destination = createdDestination();
        try (LogLines log = new LogLines();
                ContractApplication application = receiving(destination).start()) {
            broker().send(destination, "m-0", "k", "m-0");
            application.awaitHandled("m-0");
            application.database().sql("ALTER TABLE onceward_inbox_message RENAME TO away");
            for (int i = 1; i <= 4; i++) {
                broker().send(destination, "m-" + i, "k", "m-" + i);
            }
            ContractTests.awaitLogged(log, REFUSED_STATEMENT + ": The receiver"); // it has received a message
            application.stop();
            application.database().sql("ALTER TABLE away RENAME TO onceward_inbox_message");
            application.start();
            Await.until("the messages", () -> application.handled().size() >= 5 && application.inInbox() == 0);
            assertThat(application.handledTexts()).containsExactlyInAnyOrder("m-0", "m-1", "m-2", "m-3", "m-4");
        }
    }

    @Test
    default void nodesOfAnApplicationShareTheMessagesAndHandleEachOnce() throws Exception {
        String destination = createdDestination();
        try (ContractApplication application = receiving(destination).start().start()) {
            application.record(100);
            Await.until("the first events", () -> application.handled().size() >= 100);
            application.stop();
            application.start();
            application.record(100);
            Await.until("all events", () -> application.handled().size() >= 200 && application.inInbox() == 0);
            assertThat(application.handledTexts()).hasSize(200).doesNotHaveDuplicates();
        }
    }

    @Test
    default void messageOfAnotherConsumerIsStoredByHandAndIdentified() throws Exception {
        try (LogLines log = new LogLines();
                ContractApplication application =
                        new ContractApplication(broker()).handling().start()) {
            Object received = broker().received("m-1", "by hand");
            application.onceward().inbox().store(ContractApplication.INCOMING, received);
            application.onceward().inbox().store(ContractApplication.INCOMING, received);
            application.awaitHandled("by hand");
            assertThat(application.handledTexts()).containsExactly("by hand");
            AtomicInteger runs = new AtomicInteger();
            assertThat(application.onceward().once("call", received, runs::incrementAndGet))
                    .isTrue();
            assertThat(application.onceward().once("call", received, runs::incrementAndGet))
                    .isFalse();
            assertThat(runs).hasValue(1);
            assertThat(log.all()).noneMatch(text -> text.startsWith(NO_CONTEXT));
        }
    }

    @Test
    default void brokerThatCrashesBetweenPublisherAndHandlerLosesAndDoublesNothing() throws Exception {
        String destination = createdDestination();
        broker().awaitDurable(destination);
        try (ContractApplication application = receiving(destination).start();
                Recorder recorder = Recorder.untilHandled(application)) {
            Await.until("handled events", () -> application.handled().size() > 100);
            broker().server().kill();
            broker().server().start();
            int before = application.handled().size();
            Await.until(
                    Await.AFTER_OUTAGE,
                    "further handled events",
                    () -> application.handled().size() > before + 300);
            recorder.end();
            Await.until(
                    Await.AFTER_OUTAGE,
                    "all events",
                    () -> application.handled().size() >= application.recorded() && application.inInbox() == 0);
            List<String> handled = application.handledTexts();
            assertThat(handled).hasSize(application.recorded()).doesNotHaveDuplicates();
            if (broker().keepsOrderAfterCrash()) {
                NumberedEvents.assertInOrder(handled, application.recorded());
            }
        }
    }

    @Test
    default void receiversThatStartAndStopLeaveNoThread() throws Exception {
        String destination = createdDestination();
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (ContractApplication application = receiving(destination)) {
            for (int i = 0; i < STARTS; i++) {
                application.start();
                application.record(1);
                application.awaitHandled(NumberedEvents.text(i));
                assertThat(threadsExcept(before)).isNotEmpty();
                application.stop();
            }
        }
        awaitThreadsExcept(before);
    }
}
