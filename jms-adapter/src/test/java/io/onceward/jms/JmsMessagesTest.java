// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmsMessagesTest {

    @ParameterizedTest
    @CsvSource({
        "text/plain, true",
        "text/csv; charset=UTF-8, true",
        "text/csv; charset=ISO-8859-1, false",
        "application/json, true",
        "application/json;charset=utf-8, true",
        "application/cloudevents+json, true",
        "application/xml, true",
        "application/octet-stream, false"
    })
    void mediaTypeDecidesBetweenTextAndBytes(String contentType, boolean text) {
        assertThat(JmsMessages.isText(contentType)).isEqualTo(text);
    }
}
