// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The text for the person at the terminal. */
class GuideTest {

    @Test
    void messagesOfOncewardAndOfTheServicesAreShown() {
        assertThat(Guide.explain("12:00:01 FINE io.onceward: OWD-1012: Published 1 event in 9 ms"))
                .hasValue("12:00:01  OWD-1012: Published 1 event in 9 ms");
        assertThat(Guide.explain("12:00:01 INFO io.onceward.examples.billing.Billing: Order 1 billed"))
                .hasValue("12:00:01  Order 1 billed");
        assertThat(Guide.explain("12:00:01 WARNING org.apache.activemq: AMQ212037: Connection failure"))
                .isEmpty();
    }

    /** While 1,000 orders are under way, these lines give way to the tally. Errors do not. */
    @Test
    void messagesAboutOneOrderAreKnown() {
        assertThat("12:00:01 FINE io.onceward: OWD-1012: Published 1 event in 9 ms")
                .matches(Guide::isAboutOneOrder);
        assertThat("12:00:01 INFO io.onceward.examples.billing.Billing: Order 1 billed")
                .matches(Guide::isAboutOneOrder);
        assertThat("12:00:01 WARNING io.onceward: OWD-1010: Connection 'jms/shop' is unavailable")
                .matches(line -> !Guide.isAboutOneOrder(line));
    }

    @Test
    void duplicatesOfOrdersAreCounted() {
        String duplicate =
                "12:00:09 FINE io.onceward: OWD-1030: Duplicate of message '62ab' dropped before handler '%s'";
        assertThat(duplicate.formatted("billing")).matches(Guide::isDuplicate);
        assertThat(duplicate.formatted("shipping")).matches(line -> !Guide.isDuplicate(line));
    }

    /** The stack trace is in the log. Its title alone is of no use. */
    @Test
    void titlesOfStackTracesAreNotShown() {
        assertThat(Guide.explain(
                        "12:00:01 WARNING io.onceward: OWD-1010: Connection 'jms/shop' is unavailable. Cause: refused"))
                .isPresent();
        assertThat(Guide.explain(
                        "12:00:01 FINE io.onceward: OWD-1010: Stack trace of this failure: Connection 'jms/shop'"))
                .isEmpty();
    }

    /** An interactive zsh executes a comment as a command. */
    @ParameterizedTest
    @EnumSource(names = {"ARTEMIS", "NONE"})
    void commandsHaveNoComments(Options.Broker broker) {
        assertThat(guide(broker).ready())
                .contains("curl http://localhost:8080/orders")
                .doesNotContain("#");
    }

    @Test
    void withoutABrokerThereIsNoKeyToKillIt() {
        assertThat(guide(Options.Broker.ARTEMIS).keys().lines()).hasSize(6).anyMatch(line -> line.startsWith("  b  "));
        assertThat(guide(Options.Broker.NONE).keys().lines()).hasSize(5).noneMatch(line -> line.startsWith("  b  "));
    }

    private static Guide guide(Options.Broker broker) {
        Installation installation = new Installation(Path.of("home"));
        Options options = new Options(8080, 61616, broker, false);
        Folder folder = new Folder(installation, Path.of("run"));
        return new Guide(new Run(installation, options, folder, BrokerSetup.of(options, folder), "secret"));
    }
}
