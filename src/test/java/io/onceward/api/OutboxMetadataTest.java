// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class OutboxMetadataTest {

    private static final OutboxMetadata FULL = OutboxMetadata.none()
            .withId("id-1")
            .withKey("key-1")
            .withType("Placed")
            .withHeader("tenant", "acme")
            .withDeliverAt(Instant.EPOCH);

    static final List<UnaryOperator<OutboxMetadata>> CHANGES = List.of(
            metadata -> metadata.withId("other"),
            metadata -> metadata.withKey("other"),
            metadata -> metadata.withType("other"),
            metadata -> metadata.withHeader("tenant", "other"),
            metadata -> metadata.withHeader("other", "acme"),
            metadata -> metadata.withDeliverAt(Instant.MAX));

    @ParameterizedTest
    @FieldSource("CHANGES")
    void changeMakesAnotherOneAndKeepsTheFirst(UnaryOperator<OutboxMetadata> change) {
        OutboxMetadata changed = change.apply(FULL);
        assertThat(changed).isNotEqualTo(FULL).isEqualTo(change.apply(FULL)).hasSameHashCodeAs(change.apply(FULL));
        assertThat(FULL)
                .returns("id-1", OutboxMetadata::id)
                .returns("key-1", OutboxMetadata::key)
                .returns("Placed", OutboxMetadata::type)
                .returns(Map.of("tenant", "acme"), OutboxMetadata::headers)
                .returns(Instant.EPOCH, OutboxMetadata::deliverAt);
    }

    @Test
    void valuesOfHeadersAreNotShown() {
        assertThat(FULL.withHeader("card", "4111").toString())
                .contains("id-1", "key-1", "Placed", "tenant", "card")
                .doesNotContain("acme", "4111");
    }

    @Test
    void headersHaveNamesAndValuesAndDoNotChange() {
        assertThatNullPointerException()
                .isThrownBy(() -> FULL.withHeader(null, "x"))
                .withMessage("name");
        assertThatNullPointerException()
                .isThrownBy(() -> FULL.withHeader("x", null))
                .withMessage("value");
        assertThatThrownBy(() -> FULL.headers().put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
    }
}
