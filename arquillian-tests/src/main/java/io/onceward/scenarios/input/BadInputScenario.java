// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.api.EventKey;
import io.onceward.api.EventType;
import io.onceward.api.OncewardException;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.EngineOnly;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Callers;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.EjbCaller;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An event that can't be stored or published later is refused at the call, and its transaction rolls back. */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@EngineOnly
public class BadInputScenario {

    static final String CHANNEL = "bad_input";

    @Inject
    Outbox outbox;

    @Inject
    CdiOrders cdi;

    @EJB
    EjbOrders ejb;

    @Inject
    Callers callers;

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "bad_input",
                        Await.class,
                        Callers.class,
                        EjbCaller.class,
                        Queues.class,
                        ConsumedMessage.class,
                        Tables.class,
                        EjbOrders.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.outbox.max-payload-size=1000",
                "onceward.outbox.max-headers-size=100");
    }

    /** Removes the messages of a failed test. */
    @BeforeEach
    void beginWithNothing() {
        if (queues != null) { // in the server, not in the test's own process
            published();
        }
    }

    @Test
    void aCyclicPayloadIsRefused() {
        refused("OWD-0042", new Cyclic(), OutboxMetadata.none());
    }

    @Test
    void aPayloadWhoseGetterThrowsIsRefused() {
        refused("OWD-0042", new Throwing(), OutboxMetadata.none());
    }

    @Test
    void aPayloadAboveTheMaximumIsRefused() {
        refused("OWD-0043", "x".repeat(1001), OutboxMetadata.none());
        refused("OWD-0043", new byte[1001], OutboxMetadata.none());
    }

    @Test
    void theMaximumCountsBytesAndNotCharacters() {
        refused("OWD-0043", "\u20ac".repeat(334), OutboxMetadata.none());
    }

    @Test
    void aPayloadOfExactlyTheMaximumIsRecorded() throws Exception {
        callers.commit(() -> outbox.record(CHANNEL, "x".repeat(1000)));

        assertThat(published()).singleElement().satisfies(message -> assertThat(message.text())
                .hasSize(1000));
    }

    @Test
    void aNullPayloadIsRefused() {
        refused("OWD-0048", null, OutboxMetadata.none());
    }

    @Test
    void anIllegalHeaderNameIsRefused() {
        for (String name : List.of(
                "",
                "with-dash",
                "with space",
                "with.dot",
                "1st",
                "NULL",
                "and",
                "JMSXUserID",
                "JMSPriority",
                "onceward_id",
                "_AMQ_DUPL_ID",
                "n".repeat(256))) {
            refused("OWD-0045", "x", OutboxMetadata.none().withHeader(name, "value"));
        }
    }

    @Test
    void headersThatAreTooLargeAreRefused() {
        refused("OWD-0046", "x", OutboxMetadata.none().withHeader("h", "v".repeat(100)));
        refused(
                "OWD-0046",
                "x",
                OutboxMetadata.none().withHeader("one", "v".repeat(48)).withHeader("two", "v".repeat(48)));
        refused("OWD-0046", "x", OutboxMetadata.none().withHeader("h", "\u20ac".repeat(34)));
    }

    @Test
    void aKeyTypeOrIdLongerThanItsColumnIsRefused() {
        refused("OWD-0044", "x", OutboxMetadata.none().withKey("k".repeat(256)));
        refused("OWD-0044", "x", OutboxMetadata.none().withType("t".repeat(256)));
        refused("OWD-0044", "x", OutboxMetadata.none().withId("i".repeat(129)));
        refused("OWD-0044", new LongKey("k".repeat(256)), OutboxMetadata.none());
    }

    @Test
    void aPayloadWhoseKeyIsUnreadableOrAmbiguousIsRefused() {
        refused("OWD-0052", new UnreadableKey(), OutboxMetadata.none());
        refused("OWD-0047", new TwoKeys("a", "b"), OutboxMetadata.none());
    }

    @Test
    void valuesOfExactlyTheMaximumLengthAreRecordedAndPublished() throws Exception {
        OutboxMetadata longest = OutboxMetadata.none()
                .withId("i".repeat(128))
                .withKey("k".repeat(255))
                .withType("t".repeat(255))
                .withHeader("h", "v".repeat(99));
        callers.commit(() -> outbox.record(CHANNEL, "x", longest));

        assertThat(published()).singleElement().satisfies(message -> {
            assertThat(message.id()).hasSize(128);
            assertThat(message.key()).hasSize(255);
            assertThat(message.type()).hasSize(255);
            assertThat(message.property("h")).hasSize(99);
        });
    }

    @Test
    void aBadReturnValueRollsTheBusinessMethodBack() {
        String id = UUID.randomUUID().toString();

        assertCode("OWD-0042", catchThrowable(() -> cdi.place(id, new Throwing())));
        assertCode("OWD-0042", catchThrowable(() -> ejb.place(id, new Throwing())));
        assertCode(
                "OWD-0045",
                catchThrowable(() -> cdi.place(
                        id, OutboxMessage.of("x", OutboxMetadata.none().withHeader("a-b", "c")))));
        assertCode("OWD-0048", catchThrowable(() -> cdi.place(id, Message.of((Object) null))));

        nothingOf(id);
    }

    @Test
    void oneBadEventOfManyTakesTheGoodOnesWithIt() {
        String id = UUID.randomUUID().toString();

        assertCode("OWD-0042", catchThrowable(() -> cdi.place(id, List.of("good", new Throwing(), "good"))));

        nothingOf(id);
    }

    /** In a transaction with a business change; the caller goes on, as if nothing had happened, and commits. */
    private void refused(String code, Object payload, OutboxMetadata metadata) {
        String id = UUID.randomUUID().toString();
        List<Throwable> thrown = new ArrayList<>();

        Throwable outcome = catchThrowable(() -> callers.commit(() -> {
            tables.insert(id);
            outbox.record(CHANNEL, "good");
            thrown.add(catchThrowable(() -> outbox.record(CHANNEL, payload, metadata)));
        }));

        assertCode(code, thrown.get(0));
        assertThat(outcome).as("commit after " + code).isInstanceOf(RollbackException.class);
        nothingOf(id);
    }

    private static void assertCode(String code, Throwable thrown) {
        Throwable found = thrown;
        while (found != null && !(found instanceof OncewardException)) {
            found = found.getCause();
        }
        assertThat(found).as("%s in %s", code, thrown).isNotNull().hasMessageStartingWith(code + ": ");
        assertThat(found.getMessage()).contains(code.equals("OWD-0047") || code.equals("OWD-0052") ? "" : CHANNEL);
    }

    private void nothingOf(String id) {
        assertThat(tables.committed(id)).isZero();
        assertThat(published()).isEmpty();
    }

    private List<ConsumedMessage> published() {
        Tables.awaitEmptyOutbox(tables);
        return queues.drain(CHANNEL);
    }

    /** Contains itself. */
    public static class Cyclic {

        public Cyclic getSelf() {
            return this;
        }
    }

    /** Can't be read. */
    public static class Throwing {

        public String getValue() {
            throw new IllegalStateException("on purpose");
        }
    }

    /** The key comes from the payload. */
    @EventType("long")
    public record LongKey(@EventKey String key) {}

    /** The key throws. */
    public static class UnreadableKey {

        @EventKey
        public String key() {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Two keys. */
    public record TwoKeys(@EventKey String one, @EventKey String two) {}

    @ApplicationScoped
    @Transactional
    public static class CdiOrders {

        @EJB
        Tables tables;

        @Outgoing(CHANNEL)
        public Object place(String id, Object event) {
            tables.insert(id);
            return event;
        }
    }
}
