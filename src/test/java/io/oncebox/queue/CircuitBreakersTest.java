// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.fixture.LogLines;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CircuitBreakersTest {

    private final CircuitBreakers breakers = new CircuitBreakers();

    @Test
    void logTellsWhatIsAvailableAgainOnlyAfterASuccess() {
        try (LogLines log = new LogLines()) {
            breakers.failed("broker", new IOException("down"));
            breakers.succeeded("broker");
            assertThat(log.all()).hasSize(2);
            assertThat(log.all().get(0)).startsWith("OBX-1010");
            assertThat(log.all().get(1)).startsWith("OBX-1011");

            log.forget();
            breakers.failed("broker", new IOException("down"));
            breakers.forgetAll();
            assertThat(breakers.hasFailed("broker")).isFalse();
            assertThat(log.all()).singleElement().asString().startsWith("OBX-1010");
        }
    }
}
