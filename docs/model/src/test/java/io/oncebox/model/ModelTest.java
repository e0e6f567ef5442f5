// SPDX-License-Identifier: Apache-2.0
package io.oncebox.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.model.Tlc.Result;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLC finds nothing wrong with the protocol, and finds each planted mistake. */
class ModelTest {

    /** Only in a mutant. */
    private static final String OF_A_MUTANT = "Lose";

    @Test
    void invariantsHoldFromRecordingToTheEffect() throws Exception {
        Result result = Tlc.check("all of it", Model.of("Oncebox"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(100_000);
    }

    /** Takes every action with one relay and one consumer, so that two of each can take it, too. */
    @Test
    void everyActionIsTaken() throws Exception {
        Result result = Tlc.checkAndCount("every action", single());
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.untaken()).containsExactly(OF_A_MUTANT);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void invariantsHoldForRelaysWithMoreFaults(int lanes) throws Exception {
        Result result = Tlc.check("relays with " + lanes + " lanes", relays(2).with("Lanes", lanes));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(10_000);
    }

    @Test
    void everyCommittedEventIsPublishedInTheEnd() throws Exception {
        assertProgress("progress of relays", relays(1));
    }

    @Test
    void everyCommittedEventIsHandledInTheEnd() throws Exception {
        assertProgress("progress to the effect", single());
    }

    private static void assertProgress(String name, Model model) throws Exception {
        Result result = Tlc.check(name, model.checkingProgress("EventuallyDone"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(10_000);
    }

    @Test
    void orderHoldsInEveryCycle() throws Exception {
        Result result = Tlc.checkAndCount("cycle", Model.of("Cycle"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(1_000);
        assertThat(result.untaken()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "recorded apart, I1_RecordedIffCommitted",
        "delete before confirm, I2_NothingLost",
        "send once, I2_NothingLost",
        "skip refused, I2_NothingLost",
        "lanes by event, I4_NonePassed",
        "position before lock, I4_Order",
        "no lane lock, OnceIfUndisturbed",
    })
    void findsAMistakeOfTheRelay(String mistake, String invariant) throws Exception {
        Model model = withoutHow(relays(1)).with("Lanes", 2).mutant(mistake);
        assertFound(invariant, Tlc.find(mistake, model));
    }

    @ParameterizedTest
    @CsvSource({
        "acknowledge before commit, I2_NothingUnhandled",
        "claim apart, I2_NothingUnhandled",
        "skip failed, I2_NothingUnhandled",
        "claim without lock, I3_AtMostOnce",
    })
    void findsAMistakeOfTheInbox(String mistake, String invariant) throws Exception {
        Model model = withoutHow(Model.of("Oncebox")).with("Relays", "{r1}").mutant(mistake);
        assertFound(invariant, Tlc.find(mistake, model));
    }

    @Test
    void findsEventsThatAPositionHintForgets() throws Exception {
        Model model = relays(0).mutant("position hint").checkingProgress("EventuallyDone");
        assertFound("progress", Tlc.find("position hint", model));
    }

    @Test
    void findsEventsThatOvertakeASkippedOne() throws Exception {
        Model model = Model.of("Cycle").mutant("passed over goes on").checkingOnly("I4_NonePassed");
        assertFound("I4_NonePassed", Tlc.find("passed over goes on", model));
    }

    /** Reaches the states without which the tests above would prove nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NeverAllDoneInSpiteOfFaults",
                "NeverPublishedTwice",
                "NeverPublishedByOneWhoLostItsLanes",
                "NeverLowerPositionLater",
                "NeverBehindARefusedOne",
            })
    void reaches(String never) throws Exception {
        assertFound(never, Tlc.find(never, single().checkingOnly(never)));
    }

    @Test
    void reachesTwoConsumersOfOneMessage() throws Exception {
        String never = "NeverTwoConsumersOfOneMessage";
        assertFound(
                never,
                Tlc.find(never, Model.of("Oncebox").with("Relays", "{r1}").checkingOnly(never)));
    }

    private static void assertFound(String invariant, Result result) {
        assertThat(result.violated()).as(result.output()).isEqualTo(invariant);
        assertThat(result.length()).isGreaterThan(2);
    }

    private static Model single() throws IOException {
        return Model.of("Oncebox").with("Relays", "{r1}").with("Consumers", "{c1}");
    }

    private static Model relays(int faults) throws IOException {
        return Model.of("Oncebox").with("Consumers", "{}").with("Faults", faults);
    }

    /** Removes the invariants of the means, which every mistake breaks: the question is whether the guarantees break, too. */
    private static Model withoutHow(Model model) {
        String configuration = model.configuration();
        for (String how : Arrays.asList("I2_NeverInMemoryAlone", "I3_ClaimIffEffect")) {
            configuration = configuration.replace("    " + how + "\n", "");
        }
        return new Model(model.module(), configuration);
    }
}
