// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.config.OncewardConfig;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A limit for alerts above what is counted would never be exceeded. */
class CountedLimitTest {

    private static int maxDue(int value) {
        return new OncewardConfig(List.of(), name -> Optional.of("" + value)
                        .filter(any -> name.equals("onceward.alerts.max-due")))
                .alertsMaxDue();
    }

    @Test
    void greatestLimitIsOneThatCountsExceed() {
        assertThat(maxDue(BacklogRows.COUNTED - 1)).isEqualTo(BacklogRows.COUNTED - 1);
        assertThatThrownBy(() -> maxDue(BacklogRows.COUNTED))
                .isInstanceOf(OncewardException.class)
                .hasMessageContaining("onceward.alerts.max-due")
                .hasMessageContaining("from 1 to 9999");
    }
}
