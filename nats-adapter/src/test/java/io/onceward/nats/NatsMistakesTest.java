// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.contract.MistakesContract;
import io.onceward.contract.PlantedMistake;
import io.onceward.fixture.Edit;
import io.onceward.fixture.NatsBroker;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("only-in-full")
class NatsMistakesTest implements MistakesContract {

    private static final String SOURCES = "nats-adapter/src/main/java/io/onceward/nats/";
    private static final String CONTRACT = NatsContractTest.class.getName() + "#";
    private static final String PUBLISHER = NatsPublisherTest.class.getName() + "#";

    @BeforeAll
    static void requireServer() {
        NatsBroker.requireInstalled();
    }

    @Override
    public List<PlantedMistake> mistakes() {
        return List.of(
                PlantedMistake.of(
                        "confirm before the acknowledgement: an event counts as published when it is sent",
                        CONTRACT + "brokerThatIsSilentConfirmsNothing",
                        SOURCES + "NatsBatch.java",
                        "        PublishAck acknowledgement;\n",
                        """
                                if (!sent.acknowledgement().isDone()) {
                                    results.confirmed(outgoing.event());
                                    return;
                                }
                                PublishAck acknowledgement;
                        """),
                new PlantedMistake(
                        "acknowledge before the store: messages are acknowledged, and then stored",
                        CONTRACT + "messagesThatAreNotStoredWhenTheApplicationStopsAreReceivedAfterItsRestart",
                        List.of(
                                new Edit(
                                        SOURCES + "NatsReceiver.java",
                                        "        try {\n            sink.store(batch);\n",
                                        "        batch.forEach(Message::ack);\n        try {\n            sink.store(batch);\n"),
                                new Edit(
                                        SOURCES + "NatsReceiver.java",
                                        "        release(batch.size());\n        batch.forEach(Message::ack);\n",
                                        "        release(batch.size());\n"))),
                PlantedMistake.of(
                        "order lost by a retry: the events of a key are sent together",
                        PUBLISHER + "laterEventOfAKeyIsNotStoredBeforeARefusedOne",
                        SOURCES + "NatsBatch.java",
                        "eventsOfKey.merge(event.channel() + ' ' + event.key(), 1, Integer::sum) - 1;",
                        "eventsOfKey.merge(event.channel() + ' ' + event.key(), 1, Integer::sum) * 0;"),
                PlantedMistake.of(
                        "refusal as outage: a subject without a stream counts as an unreachable server",
                        CONTRACT + "refusedEventIsParkedWithItsCauseAndHoldsUpNoOther",
                        SOURCES + "FailureSearch.java",
                        "                    ? PublishFailure.refused(refusal)\n                    : PublishFailure.outage(",
                        "                    ? PublishFailure.outage(refusal)\n                    : PublishFailure.outage("));
    }
}
