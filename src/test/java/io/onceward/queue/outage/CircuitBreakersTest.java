// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CircuitBreakersTest {

    private static final Resource BROKER = Resource.connection("jms", "broker");

    private final CircuitBreakers breakers = new CircuitBreakers();

    @Test
    void failuresDifferByTheKindOfTheResourceAndNotByItsName() {
        breakers.failed(Resource.connection("jms", "datasource jdbc/shop"), new IOException("down"));
        breakers.failed(Resource.database("the inbox"), new IOException("down"));
        breakers.failed(Resource.destination("the inbox"), new IOException("down"));
        assertThat(names(Resource.Kind.CONNECTION)).containsExactly("datasource jdbc/shop");
        assertThat(names(Resource.Kind.DATABASE)).containsExactly("the inbox");
        breakers.succeeded(Resource.destination("the inbox"));
        assertThat(breakers.hasFailed(Resource.database("the inbox"))).isTrue();
    }

    /** Its events were purged, while other queues have events. */
    @Test
    void breakerThatNoAttemptUsesIsForgotten() throws Exception {
        CircuitBreakers slow = new CircuitBreakers(Duration.ofMillis(10), Duration.ofMinutes(1));
        slow.failed(BROKER, new IOException("down"));
        slow.forgetUnused();
        assertThat(slow.hasFailed(BROKER)).isTrue();

        CircuitBreakers quick = new CircuitBreakers(Duration.ofMillis(10), Duration.ofMillis(10));
        quick.failed(BROKER, new IOException("down"));
        Await.until("a breaker that is forgotten", () -> !quick.hasFailed(BROKER), quick::forgetUnused);
    }

    @Test
    void logNamesTheKindOfTheResource() {
        assertThat(logged(Resource.connection("jms", "jms/shop")))
                .startsWith("OWD-1010: Connection 'jms/shop' is unavailable. ");
        assertThat(logged(Resource.missingAdapter("kafka")))
                .startsWith("OWD-1010: Broker adapter 'kafka' is unavailable. ");
        assertThat(logged(Resource.destination("jms:queue:x")))
                .startsWith("OWD-1010: Destination 'jms:queue:x' is unavailable. ");
        assertThat(logged(Resource.destination("x:https://user:s3cret@host/")))
                .startsWith("OWD-1010: Destination 'x:https://…@host/' is unavailable. ");
        assertThat(logged(Resource.destination("x:a\nOWD-1011: b")))
                .startsWith("OWD-1010: Destination 'x:a\\u000AOWD-1011: b' is unavailable. ");
        assertThat(logged(Resource.missingAdapter("x\ny")))
                .startsWith("OWD-1010: Broker adapter 'x\\u000Ay' is unavailable. ");
        assertThat(logged(Resource.database("datasource jdbc/x")))
                .startsWith("OWD-1010: Datasource jdbc/x is unavailable. ");
        assertThat(logged(Resource.receiver("orders")))
                .startsWith("OWD-1010: The receiver of channel 'orders' is unavailable. ");
    }

    @Test
    void anOutageSaysTheCauseOfTheLastFailure() {
        breakers.failed(BROKER, new IOException("down"));
        breakers.failed(BROKER, new IllegalStateException("wrapper", new ConnectException("refused")));
        assertThat(breakers.outages(Set.of(Resource.Kind.CONNECTION)))
                .singleElement()
                .satisfies(outage -> {
                    assertThat(outage.resource()).isEqualTo(BROKER);
                    assertThat(outage.cause())
                            .isEqualTo(
                                    "Nothing accepts connections at the address. Start the server, or correct host and"
                                            + " port. (refused)");
                    assertThat(outage.error())
                            .isEqualTo(
                                    "java.lang.IllegalStateException: wrapper <- java.net.ConnectException: refused");
                    assertThat(outage.age()).isPositive();
                });
        breakers.succeeded(BROKER);
        assertThat(breakers.outages(Set.of(Resource.Kind.CONNECTION))).isEmpty();
    }

    @Test
    void anOutageIsAsOldAsItsFirstFailure() throws Exception {
        Duration between = Duration.ofMillis(50);
        breakers.failed(BROKER, new IOException("down"));
        Thread.sleep(between.toMillis());
        breakers.failed(BROKER, new IOException("still down"));
        assertThat(breakers.outages(Set.of(Resource.Kind.CONNECTION)))
                .singleElement()
                .satisfies(outage -> assertThat(outage.age()).isGreaterThanOrEqualTo(between));
    }

    private List<String> names(Resource.Kind kind) {
        return Outages.names(breakers.outages(Set.of(kind)));
    }

    private String logged(Resource failing) {
        try (LogLines log = new LogLines()) {
            breakers.failed(failing, new IOException("down"));
            return log.all().get(0);
        }
    }

    @Test
    void logTellsWhatIsAvailableAgainOnlyAfterASuccess() {
        try (LogLines log = new LogLines()) {
            breakers.failed(BROKER, new IOException("down"));
            breakers.succeeded(BROKER);
            assertThat(log.all()).hasSize(2);
            assertThat(log.all().get(0)).startsWith("OWD-1010");
            assertThat(log.all().get(1)).startsWith("OWD-1011");

            log.forget();
            breakers.failed(BROKER, new IOException("down"));
            breakers.forgetAll();
            assertThat(breakers.hasFailed(BROKER)).isFalse();
            assertThat(log.all()).singleElement().asString().startsWith("OWD-1010");
        }
    }
}
