// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class DuplicateRefusalTest {

    @Test
    void circularCausesAreNoDuplicate() {
        Exception one = new Exception();
        Exception other = new Exception(one);
        one.initCause(other);
        assertThat(Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> DuplicateRefusal.isCauseOf(one)))
                .isFalse();
    }
}
