// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.contract.MistakesContract;
import io.onceward.contract.PlantedMistake;
import java.util.List;

class WebhookMistakesTest implements MistakesContract {

    private static final String SOURCES = "webhook-adapter/src/main/java/io/onceward/webhook/";
    private static final String CONTRACT = WebhookContractTest.class.getName() + "#";
    private static final String PUBLISHER = WebhookPublisherTest.class.getName() + "#";

    @Override
    public List<PlantedMistake> mistakes() {
        return List.of(
                PlantedMistake.of(
                        "confirm before the answer: a request without an answer counts as published",
                        CONTRACT + "brokerThatIsSilentConfirmsNothing",
                        SOURCES + "WebhookPublisher.java",
                        "            throw late;\n",
                        "            return;\n"),
                PlantedMistake.of(
                        "refusal as confirmation: each answer confirms the event",
                        CONTRACT + "refusedEventIsParkedWithItsCauseAndHoldsUpNoOther",
                        SOURCES + "Answer.java",
                        "status >= 200 && status < 300",
                        "status >= 200 && status < 500"),
                PlantedMistake.of(
                        "refusal as outage: an absent resource counts as an unavailable host",
                        PUBLISHER + "otherStatusRefusesTheEventAndTheHostIsReached(int)",
                        SOURCES + "Answer.java",
                        "Set.of(408, 425, TOO_MANY,",
                        "Set.of(404, 408, 425, TOO_MANY,"),
                PlantedMistake.of(
                        "outage as refusal: a host that asks for a pause has refused the event",
                        PUBLISHER + "statusOfAHostThatIsUnavailableIsAnOutage(int)",
                        SOURCES + "Answer.java",
                        "TOO_MANY, 502, 503, 504",
                        "TOO_MANY, 502, 504"));
    }
}
