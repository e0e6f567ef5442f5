// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

/**
 * The first record of a batch that was not confirmed.
 *
 * @param reason the failure of the client
 */
record RecordFailure(KafkaBatch.Outgoing outgoing, Exception reason) {

    PublishFailure failure() {
        return PublishFailure.of(outgoing.record().topic(), reason);
    }
}
