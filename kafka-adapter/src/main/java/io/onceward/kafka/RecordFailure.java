// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

/** Reports the first record of a batch that was not confirmed. Its cause is the failure of the client. */
final class RecordFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final String topic;

    RecordFailure(String topic, Exception cause) {
        super(cause);
        this.topic = topic;
    }

    String topic() {
        return topic;
    }

    Exception reason() {
        return (Exception) getCause();
    }
}
