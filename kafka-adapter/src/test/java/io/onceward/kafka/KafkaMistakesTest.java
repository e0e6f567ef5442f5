// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.contract.MistakesContract;
import io.onceward.contract.PlantedMistake;
import io.onceward.fixture.Edit;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("only-in-full")
class KafkaMistakesTest implements MistakesContract {

    private static final String SOURCES = "kafka-adapter/src/main/java/io/onceward/kafka/";
    private static final String CONTRACT = KafkaContractTest.class.getName() + "#";
    private static final String PUBLISHER = KafkaPublisherTest.class.getName() + "#";

    @Override
    public List<PlantedMistake> mistakes() {
        return List.of(
                PlantedMistake.of(
                        "confirm before the acknowledgement: a batch counts as published when it is sent",
                        CONTRACT + "brokerThatIsSilentConfirmsNothing",
                        SOURCES + "BatchProducer.java",
                        "            return confirmation.await(patienceMillis);\n",
                        """
                                    records.forEach(confirmed);
                                    return confirmation.await(0);
                        """),
                PlantedMistake.of(
                        "acknowledge before the store: offsets are committed, and then the rows",
                        CONTRACT + "messagesThatAreNotStoredWhenTheApplicationStopsAreReceivedAfterItsRestart",
                        SOURCES + "TopicConsumer.java",
                        "        try {\n            sink.store(batch.messages());\n",
                        "        consumer.commitSync(batch.end());\n        try {\n            sink.store(batch.messages());\n"),
                new PlantedMistake(
                        "order lost by a retry: records of a key pass one that was refused",
                        PUBLISHER + "eventAboveTheLimitOfItsTopicIsRefusedAndHoldsBackItsKey",
                        List.of(
                                new Edit(
                                        SOURCES + "Confirmation.java",
                                        "                stop.run();\n",
                                        "                end.isDone();\n"),
                                new Edit(
                                        SOURCES + "BatchProducer.java",
                                        "            if (confirmation.hasFailed()) {\n                break;\n            }\n",
                                        ""))),
                PlantedMistake.of(
                        "refusal as outage: an absent topic counts as an unreachable broker",
                        CONTRACT + "refusedEventIsParkedWithItsCauseAndHoldsUpNoOther",
                        SOURCES + "PublishFailure.java",
                        "(failure instanceof RetriableException && !isNoTopic(failure))",
                        "failure instanceof RetriableException"));
    }
}
