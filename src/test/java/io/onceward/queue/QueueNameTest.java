// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"orders", "com.shop.Billing#bill", " a ", "Bücher", "\ud83d\ude00"})
    void nameThatEveryDatabaseStoresIsLegal(String name) {
        assertThat(QueueName.isLegal(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "a\0b", "a\ud83d", "\ude00a"})
    void nameThatIsBlankOrCannotBeStoredIsIllegal(String name) {
        assertThat(QueueName.isLegal(name)).isFalse();
    }

    @Test
    void nameFitsIntoItsColumn() {
        assertThat(QueueName.isLegal("x".repeat(ColumnWidths.QUEUE))).isTrue();
        assertThat(QueueName.isLegal("x".repeat(ColumnWidths.QUEUE + 1))).isFalse();
    }
}
