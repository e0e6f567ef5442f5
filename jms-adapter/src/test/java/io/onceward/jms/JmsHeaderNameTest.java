// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.MalformedText;
import io.onceward.spi.Destinations.IllegalHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JmsHeaderNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "traceparent", "x_y", "größe", "$a", "a1"})
    void legalNameIsAccepted(String name) {
        assertThat(JmsHeaderName.illegal(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "content-type, content_type",
        "1st, x1st",
        "a b, a_b",
        "a.b, a_b",
        "not, not_",
        "NULL, NULL_",
        "JMSXGroupID, xJMSXGroupID",
        "onceward.tenant, xonceward_tenant",
        "_AMQ_DUPL_ID, x_AMQ_DUPL_ID"
    })
    void illegalNameIsRefusedWithALegalOne(String name, String instead) {
        assertThat(JmsHeaderName.illegal(name)).map(IllegalHeader::instead).contains("'" + instead + "'");
        assertThat(JmsHeaderName.illegal(instead)).isEmpty();
    }

    @Test
    void idOfAnEventHasAMethodOfItsOwn() {
        assertThat(JmsHeaderName.illegal("onceward_id"))
                .map(IllegalHeader::instead)
                .contains("OutboxMetadata.withId for an id of your own");
    }

    @Test
    void emptyAndLongNamesAreRefused() {
        assertThat(JmsHeaderName.illegal("")).isPresent();
        assertThat(JmsHeaderName.illegal("x".repeat(255))).isEmpty();
        assertThat(JmsHeaderName.illegal("x".repeat(256))).isPresent();
    }

    /** Accepts a name only if a message can have a property of this name; otherwise returns a refusal and throws nothing. */
    @Test
    void anyNameIsLegalAsAPropertyOrRefused() {
        MalformedText.each(malformed -> {
            String name = malformed.text("tenant", "a", "_x", "JMS", "größe", "$", "onceward_", "NULL");
            if (JmsHeaderName.illegal(name).isEmpty()) {
                assertThat(Character.isJavaIdentifierStart(name.charAt(0))).isTrue();
                assertThat(name.chars()).allMatch(Character::isJavaIdentifierPart);
            }
        });
    }
}
