// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Callers;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.EjbCaller;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every kind of caller opens a transaction, in which every kind of bean opens an inner one that ends in every way. Rows and
 * events of each transaction exist if it has committed, and only then. A server may lose an outer transaction after an inner one has
 * failed at its commit ({@link io.onceward.scenarios.inner.LostTransactionScenario}); then nothing of it exists and it is repeated.
 */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@SameInFamily
public class NestedTransactionsScenario {

    private static final String DATASOURCE = "jdbc/postgresql";
    private static final int ROUNDS = 5;

    private static final String PERSISTENCE = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
              <persistence-unit name="nested" transaction-type="JTA">
                <jta-data-source>%s</jta-data-source>
                <class>%s</class>
                <properties>
                  <property name="jakarta.persistence.schema-generation.database.action" value="drop-and-create"/>
                </properties>
              </persistence-unit>
            </persistence>
            """;

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Inject
    Rows rows;

    @Inject
    Outer outer;

    @Inject
    Callers callers;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                        Deployments.application(
                                "nested",
                                Attempt.class,
                                Await.class,
                                Callers.class,
                                ConsumedMessage.class,
                                EjbCaller.class,
                                Ending.class,
                                InnerBean.class,
                                InnerEjb.class,
                                InnerWork.class,
                                Kind.class,
                                Outer.class,
                                Queues.class,
                                Receiver.class,
                                Row.class,
                                Rows.class,
                                Tables.class),
                        "onceward.schema=create",
                        "onceward.datasource=" + DATASOURCE)
                .addAsResource(
                        new StringAsset(PERSISTENCE.formatted(DATASOURCE, Row.class.getName())),
                        "META-INF/persistence.xml");
    }

    @BeforeEach
    void takeTheId() {
        if (queues != null) { // in the server, not in the test's own process
            rows.take();
            queues.drain("DLQ");
            queues.drain(Outer.CHANNEL);
        }
    }

    @Test
    void transactionalBean() {
        verify("@Transactional bean");
    }

    @Test
    void enterpriseBean() {
        verify("EJB");
    }

    @Test
    void userTransaction() {
        verify("UserTransaction");
    }

    private void verify(String name) {
        Callers.Caller caller = callers.committing().get(name);
        for (Attempt attempt : attempts()) {
            while (!returns(caller, attempt)) {
                assertThat(rows.of(attempt)).as("after a failed %s", attempt).isEmpty();
            }
        }
    }

    /** Returns whether the caller returns. It fails if the server has lost its transaction. */
    private boolean returns(Callers.Caller caller, Attempt attempt) {
        try {
            caller.call(() -> outer.work(attempt));
        } catch (Exception e) {
            assertThat(mayBeLost(attempt)).as("%s may fail: %s", attempt, e).isTrue();
            return false;
        }
        verifyCommitted(attempt);
        return true;
    }

    @Test
    void messageDrivenBean() {
        List<Attempt> attempts = attempts();
        attempts.forEach(attempt -> queues.send(
                Receiver.QUEUE,
                attempt.id(),
                Map.of(
                        "onceward_id",
                        attempt.id(),
                        Receiver.INNER,
                        attempt.inner().name(),
                        Receiver.ENDING,
                        attempt.ending().name())));
        attempts.forEach(attempt -> Await.until(
                () -> "the rows of " + attempt, () -> rows.of(attempt).contains(attempt.id())));
        Await.until("an empty queue", () -> queues.depth(Receiver.QUEUE) == 0);
        attempts.forEach(this::verifyRows);
        verifyEvents(attempts);
        assertThat(queues.drain("DLQ")).isEmpty();
    }

    private static List<Attempt> attempts() {
        List<Attempt> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Kind inner : Kind.values()) {
                for (Ending ending : Ending.values()) {
                    all.add(new Attempt(UUID.randomUUID().toString(), inner, ending));
                }
            }
        }
        return all;
    }

    private void verifyCommitted(Attempt attempt) {
        verifyRows(attempt);
        verifyEvents(List.of(attempt));
    }

    private void verifyRows(Attempt attempt) {
        assertThat(Outer.CALLS.get(attempt.id()))
                .as("calls of %s", attempt)
                .matches(calls -> calls == 1 || (calls == Outer.COMMITS && mayBeLost(attempt)));
        List<String> expected = new ArrayList<>(List.of(attempt.id(), attempt.afterId()));
        if (innerCommitted(attempt)) {
            expected.add(attempt.innerId());
        }
        assertThat(rows.of(attempt)).as("rows of %s", attempt).containsExactlyInAnyOrderElementsOf(expected);
    }

    private void verifyEvents(List<Attempt> attempts) {
        List<String> expected = new ArrayList<>();
        for (Attempt attempt : attempts) {
            expected.add(attempt.id());
            if (innerCommitted(attempt)) {
                expected.add(attempt.innerId());
            }
        }
        Tables.awaitEmptyOutbox(tables);
        assertThat(queues.drain(Outer.CHANNEL))
                .extracting(ConsumedMessage::text)
                .as("events of %s", attempts)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Returns whether the last call has committed the inner transaction. */
    private static boolean innerCommitted(Attempt attempt) {
        return attempt.ending() == Ending.COMMIT || Outer.CALLS.get(attempt.id()) == Outer.COMMITS;
    }

    private static boolean mayBeLost(Attempt attempt) {
        return attempt.inner() == Kind.CDI && attempt.ending() == Ending.FAILING_COMMIT;
    }
}
