// SPDX-License-Identifier: Apache-2.0
package io.onceward.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.model.Tlc.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLC finds nothing wrong with the inbox and with a batch, and finds each planted mistake. */
class ModelTest {

    @Test
    void invariantsOfTheInboxHoldAndEveryActionIsTaken() throws Exception {
        Result result = Tlc.checkAndCount("inbox", Model.of("Inbox"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(1_000);
        assertThat(result.untaken()).isEmpty();
    }

    @Test
    void everyMessageIsHandledInTheEnd() throws Exception {
        Result result = Tlc.check("progress of the inbox", Model.of("Inbox").checkingProgress("EventuallyDone"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(1_000);
    }

    @Test
    void orderHoldsInEveryBatch() throws Exception {
        Result result = Tlc.checkAndCount("attempt", Model.of("Attempt"));
        assertThat(result.violated()).as(result.output()).isNull();
        assertThat(result.states()).isGreaterThan(1_000);
        assertThat(result.untaken()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "acknowledge before commit, I2_NothingUnhandled",
        "claim apart, I2_NothingUnhandled",
        "skip failed, I2_NothingUnhandled",
        "claim without lock, I3_AtMostOnce",
        "claim without sentinel, I3_ClaimIffEffect",
    })
    void findsAMistakeOfTheInbox(String mistake, String invariant) throws Exception {
        Model model = Model.of("Inbox").mutant(mistake).checkingOnly(invariant);
        assertFound(invariant, Tlc.find(mistake, model));
    }

    @Test
    void findsEventsThatOvertakeASkippedOne() throws Exception {
        Model model = Model.of("Attempt").mutant("passed over goes on").checkingOnly("I4_NonePassed");
        assertFound("I4_NonePassed", Tlc.find("passed over goes on", model));
    }

    /** Reaches the states without which the tests above would check nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"NeverAllDoneInSpiteOfFaults", "NeverTwoConsumersOfOneMessage"})
    void reaches(String never) throws Exception {
        assertFound(never, Tlc.find("inbox " + never, Model.of("Inbox").checkingOnly(never)));
    }

    private static void assertFound(String invariant, Result result) {
        assertThat(result.violated()).as(result.output()).isEqualTo(invariant);
        assertThat(result.length()).isGreaterThan(2);
    }
}
