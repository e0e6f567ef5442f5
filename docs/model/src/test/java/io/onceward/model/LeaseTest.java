// SPDX-License-Identifier: Apache-2.0
package io.onceward.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.model.Tlc.Result;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLC finds nothing wrong with the protocol of leases, and finds each planted mistake. */
class LeaseTest {

    /** Only in mutants. */
    private static final String[] OF_MUTANTS = {"TakeAndRead", "Lose"};

    @Test
    void invariantsHoldAndEveryActionIsTaken() throws Exception {
        Result result = Tlc.checkAndCount("leases", Model.of("Lease"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(40_000);
        assertThat(result.untaken()).containsExactlyInAnyOrder(OF_MUTANTS);
    }

    @Tag("only-in-full")
    @Test
    void invariantsHoldWithTwoFaults() throws Exception {
        Result result = Tlc.check("two faults with leases", lease(2, 2, 1));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(800_000);
    }

    @Tag("only-in-full")
    @Test
    void invariantsHoldWithThreeEventsOfAKey() throws Exception {
        Result result = Tlc.check("three events with leases", lease(3, 1, 0));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(800_000);
    }

    /** While events of the other key are in flight, an event can appear behind the position from which the node reads. */
    @Tag("only-in-full")
    @Test
    void invariantsHoldWithThreeEventsOfTwoKeys() throws Exception {
        Result result = Tlc.check("three events of two keys", oneNode(3, 1, "{2}"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(400_000);
    }

    @Tag("only-in-full")
    @Test
    void everyCommittedEventIsPublishedInTheEnd() throws Exception {
        Result result = Tlc.check("progress with leases", lease(2, 1, 1).checkingProgress("EventuallyDone"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(90_000);
    }

    @ParameterizedTest
    @CsvSource({
        "version not compared, I4_NonePassed, 3, 1, 0",
        "stale row written, OthersKeepOff, 2, 2, 0",
        "blocked events forgotten, I4_NonePassed, 3, 1, 0",
        "in flight read again, OnceIfUndisturbed, 2, 0, 0",
        "forgotten before deleted, OnceIfUndisturbed, 2, 0, 0",
        "withdrawal missed, I4_NonePassed, 2, 1, 0",
        "withdrawn one by one, I4_NonePassed, 2, 1, 0",
        "recorded apart, I1_RecordedIffCommitted, 2, 0, 0",
        "event without sentinel, I1_RecordedIffCommitted, 2, 1, 0",
        "position before lock, I4_Order, 2, 0, 0",
        "deleted before confirmed, I2_NothingLost, 2, 0, 0",
        "send once, I2_NothingLost, 2, 1, 0",
        "skip refused, I2_NothingLost, 2, 1, 0",
        "released in flight, OnceIfUndisturbed, 2, 0, 1",
        "released without a last look, NoneIsForgotten, 2, 0, 1",
        "taken and read at once, OnceIfUndisturbed, 2, 0, 1",
        "unread passes seen ones, I4_NonePassed, 2, 1, 0",
        "unread passes a failure, I4_NonePassed, 2, 1, 0",
        "unread with an old snapshot, I4_NonePassed, 2, 1, 0",
        "unread of another lane, OnceIfUndisturbed, 2, 0, 0",
        "unread after a read, OnceIfUndisturbed, 2, 0, 0",
    })
    void findsAMistake(String mistake, String invariant, int events, int faults, int handOvers) throws Exception {
        Model model = lease(events, faults, handOvers).mutant(mistake).checkingOnly(invariant);
        assertFound(invariant, Tlc.find(mistake, model));
    }

    @ParameterizedTest
    @CsvSource({"late events missed, 3, {2}", "late events read first, 4, '{2, 3}'"})
    void findsALateEventThatIsPassed(String mistake, int events, String ofSecondKey) throws Exception {
        Model model = oneNode(events, 0, ofSecondKey).mutant(mistake).checkingOnly("I4_NonePassed");
        assertFound("I4_NonePassed", Tlc.find(mistake, model));
    }

    @Test
    void findsEventsThatAPositionHintForgets() throws Exception {
        Model model = oneNode(2, 0, "{2}").mutant("position hint").checkingProgress("EventuallyDone");
        assertFound("progress", Tlc.find("position hint with leases", model));
    }

    /** Reaches the states without which the tests above would check nothing. */
    @Tag("only-in-full")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NeverAllDoneInSpiteOfFaults",
                "NeverPublishedTwice",
                "NeverSentByOneWhoLostItsLane",
                "NeverBehindARefusedOne",
                "NeverStale",
                "NeverTwoInFlight",
                "NeverRequeuedDuringARead",
                "NeverHandedOver",
                "NeverUnread",
                "NeverUnreadBehindOther",
                "NeverReadBeforeHandedOut"
            })
    void reaches(String never) throws Exception {
        assertFound(never, Tlc.find("leases " + never, lease(2, 2, 1).checkingOnly(never)));
    }

    @Tag("only-in-full")
    @Test
    void reachesALowerPositionThatAppearsLater() throws Exception {
        String never = "NeverLowerPositionLater";
        assertFound(never, Tlc.find("leases " + never, oneNode(2, 0, "{2}").checkingOnly(never)));
    }

    private static void assertFound(String invariant, Result result) {
        assertThat(result.violated()).as(result.output()).isEqualTo(invariant);
        assertThat(result.length()).isGreaterThan(2);
    }

    private static Model oneNode(int events, int faults, String ofSecondKey) throws IOException {
        return lease(events, faults, 0).with("Nodes", "{n1}").with("Apart", ofSecondKey);
    }

    private static Model lease(int events, int faults, int handOvers) throws IOException {
        return Model.of("Lease").with("Count", events).with("Faults", faults).with("HandOvers", handOvers);
    }
}
