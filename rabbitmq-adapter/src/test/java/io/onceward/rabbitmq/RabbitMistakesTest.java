// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.contract.MistakesContract;
import io.onceward.contract.PlantedMistake;
import io.onceward.fixture.Edit;
import io.onceward.fixture.RabbitBroker;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("only-in-full")
class RabbitMistakesTest implements MistakesContract {

    private static final String SOURCES = "rabbitmq-adapter/src/main/java/io/onceward/rabbitmq/";
    private static final String CONTRACT = RabbitContractTest.class.getName() + "#";
    private static final String PUBLISHER = RabbitPublisherTest.class.getName() + "#";

    @BeforeAll
    static void requireBroker() {
        RabbitBroker.requireInstalled();
    }

    @Override
    public List<PlantedMistake> mistakes() {
        return List.of(
                PlantedMistake.of(
                        "confirm before the acknowledgement: a batch counts as published when it is sent",
                        CONTRACT + "brokerThatIsSilentConfirmsNothing",
                        SOURCES + "BatchChannel.java",
                        "                publish(each);\n",
                        "                publish(each);\n                results.confirmed(each.event());\n"),
                new PlantedMistake(
                        "acknowledge before the store: messages are acknowledged, and then stored",
                        CONTRACT + "messagesThatAreNotStoredWhenTheApplicationStopsAreReceivedAfterItsRestart",
                        List.of(
                                new Edit(
                                        SOURCES + "QueueConsumer.java",
                                        "        try {\n            sink.store(messages);\n",
                                        "        open.acknowledge(messages.size());\n        try {\n            sink.store(messages);\n"),
                                new Edit(
                                        SOURCES + "QueueConsumer.java",
                                        "        open.acknowledge(messages.size());\n        return messages.size();\n",
                                        "        return messages.size();\n"))),
                PlantedMistake.of(
                        "order lost by a retry: an event does not wait for the confirmation of the previous one of its key",
                        PUBLISHER + "strictOrderSendsNoEventAfterARefusedOneOfItsKey",
                        SOURCES + "BatchChannel.java",
                        """
                                    if (each.order() != null && !onTheirWay.add(each.order())) {
                                        awaitConfirms(deadline);
                        """,
                        "            if (each.order() != null && !onTheirWay.add(each.order())) {\n"),
                PlantedMistake.of(
                        "refusal as outage: a missing queue counts as an unreachable broker",
                        CONTRACT + "refusedEventIsParkedWithItsCauseAndHoldsUpNoOther",
                        SOURCES + "Unconfirmed.java",
                        "results.refused(message.event(), refusal, false);",
                        "results.unavailable(refusal);"));
    }
}
