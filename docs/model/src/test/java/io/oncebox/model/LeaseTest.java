// SPDX-License-Identifier: Apache-2.0
package io.oncebox.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.model.Tlc.Result;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLC finds nothing wrong with the protocol of leases, and finds each planted mistake. */
class LeaseTest {

    /** Only in a mutant. */
    private static final String OF_A_MUTANT = "TakeAndRead";

    @Test
    void invariantsHoldAndEveryActionIsTaken() throws Exception {
        Result result = Tlc.checkAndCount("leases", Model.of("Lease"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(30_000);
        assertThat(result.untaken()).containsExactly(OF_A_MUTANT);
    }

    @Test
    void everyCommittedEventIsPublishedInTheEnd() throws Exception {
        Result result =
                Tlc.check("progress with leases", lease(2, 1, 0).checkingProgress("EventuallyDone"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @CsvSource({
        "no expiry check, NoneTrespasses, 1, 0",
        "stale row written, OthersKeepOff, 2, 0",
        "in flight read again, OnceIfUndisturbed, 0, 0",
        "forgotten before deleted, OnceIfUndisturbed, 0, 0",
        "withdrawn one by one, I4_NonePassed, 1, 0",
        "deleted before confirmed, I2_NothingLost, 0, 0",
        "released in flight, OnceIfUndisturbed, 0, 1",
        "released without a last look, NoneWaitsForAPoll, 0, 1",
        "taken and read at once, OnceIfUndisturbed, 0, 1",
    })
    void findsAMistake(String mistake, String invariant, int faults, int handOvers) throws Exception {
        Model model = lease(2, faults, handOvers).mutant(mistake).checkingOnly(invariant);
        assertFound(invariant, Tlc.find(mistake, model));
    }

    @Test
    void findsEventsThatAPositionHintForgets() throws Exception {
        Model model = lease(3, 0, 0).with("Nodes", "{n1}").mutant("position hint").checkingProgress("EventuallyDone");
        assertFound("progress", Tlc.find("position hint with leases", model));
    }

    /** Reaches the states without which the tests above would prove nothing. */
    @ParameterizedTest
    @CsvSource({
        "NeverAllDoneInSpiteOfFaults, 2, 2, 1",
        "NeverPublishedTwice, 2, 2, 1",
        "NeverSentByOneWhoLostItsLane, 2, 2, 1",
        "NeverBehindARefusedOne, 2, 2, 1",
        "NeverStale, 2, 2, 1",
        "NeverTwoInFlight, 2, 2, 1",
        "NeverHandedOver, 2, 0, 1",
        "NeverLowerPositionLater, 3, 0, 0",
    })
    void reaches(String never, int events, int faults, int handOvers) throws Exception {
        Model model = lease(events, faults, handOvers).checkingOnly(never);
        assertFound(never, Tlc.find("leases " + never, model));
    }

    private static void assertFound(String invariant, Result result) {
        assertThat(result.violated()).as(result.output()).isEqualTo(invariant);
        assertThat(result.length()).isGreaterThan(2);
    }

    private static Model lease(int events, int faults, int handOvers) throws IOException {
        return Model.of("Lease").with("Count", events).with("Faults", faults).with("HandOvers", handOvers);
    }
}
