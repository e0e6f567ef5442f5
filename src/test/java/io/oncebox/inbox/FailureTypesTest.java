// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.api.OnceboxException;
import io.oncebox.api.RetryLaterException;
import io.oncebox.queue.UncountedException;
import io.oncebox.spi.UnpublishableException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTypesTest {

    private final FailureTypes types = FailureTypes.of(
            "billing",
            Set.of(IllegalArgumentException.class, IOException.class),
            Set.of(ConnectException.class, IllegalStateException.class));

    @Test
    void otherFailureStaysAsItIs() {
        RuntimeException failure = new RuntimeException(new InterruptedException());
        assertThat(types.classified("billing", failure)).isSameAs(failure);
        assertThat(FailureTypes.NONE.classified("billing", failure)).isSameAs(failure);
    }

    @Test
    void subtypesAndCausesDecideToo() {
        assertThat(classified(new RuntimeException(new FileNotFoundException("x"))))
                .isInstanceOf(UnpublishableException.class)
                .cause()
                .hasMessageStartingWith("OBX-0101")
                .hasMessageContaining("'billing'")
                .hasMessageContaining(IOException.class.getName());
        assertThat(classified(new RuntimeException(new IllegalStateException("x"))))
                .isInstanceOf(UncountedException.class);
    }

    @Test
    void mostSpecificTypeOfAnExceptionDecides() {
        assertThat(classified(new ConnectException("is an IOException"))).isInstanceOf(UncountedException.class);
    }

    @Test
    void outermostExceptionDecides() {
        assertThat(classified(new IllegalStateException(new IllegalArgumentException())))
                .isInstanceOf(UncountedException.class);
        assertThat(classified(new IllegalArgumentException(new IllegalStateException())))
                .isInstanceOf(UnpublishableException.class);
    }

    @Test
    void requestForALaterAttemptComesFirst() {
        RetryLaterException later = new RetryLaterException("later", Duration.ofSeconds(7));
        assertThat(classified(new IllegalArgumentException(later))).isInstanceOf(UncountedException.class);
        assertThat(FailureTypes.NONE.classified("billing", later)).hasCause(later);
    }

    @Test
    void circleOfCausesEnds() {
        RuntimeException one = new RuntimeException("one");
        one.initCause(new RuntimeException("two", one));
        assertThat(classified(one)).isSameAs(one);
    }

    @Test
    void typeInBothSetsIsRefused() {
        assertThatThrownBy(() -> FailureTypes.of("billing", Set.of(IOException.class), Set.of(IOException.class)))
                .isInstanceOf(OnceboxException.class)
                .hasMessageStartingWith("OBX-0100")
                .hasMessageContaining("billing")
                .hasMessageContaining("java.io.IOException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S", "P36501D"})
    void delayOutOfRangeIsRefused(Duration delay) {
        assertThatThrownBy(() -> new RetryLaterException("later", delay))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(delay.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "P36500D"})
    void delayInRangeIsKept(Duration delay) {
        assertThat(new RetryLaterException("later", delay).delay()).isEqualTo(delay);
    }

    private Exception classified(Exception failure) {
        return types.classified("billing", failure);
    }
}
