// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.codec.BuiltInCodecs;
import io.onceward.fixture.LogLines;
import io.onceward.spi.PayloadCodec;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PayloadRulesTest {

    private static final List<PayloadCodec> CODECS = BuiltInCodecs.builtIn();

    private final PayloadRules rules = new PayloadRules();

    /** A class with getters alone. */
    public static class Silent {
        private String id;

        public String getId() {
            return id;
        }
    }

    /** A class that JSON-B can't make. */
    public interface Face {}

    /** A class that JSON-B can make, with a property that it can't. */
    public record Masked(Face face) {}

    static Optional<Silent> optional() {
        return Optional.empty();
    }

    @Test
    void classWhoseFieldsAreLostIsWarnedAboutOnce() {
        try (LogLines log = new LogLines()) {
            rules.verify(CODECS, "com.shop.Billing#bill", Silent.class);
            rules.verify(CODECS, "com.shop.Billing#bill", Silent.class);
            assertThat(log.all())
                    .filteredOn(line -> line.contains("OWD-1106"))
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line).contains("com.shop.Billing#bill", Silent.class.getName(), ": id."));
        }
    }

    @Test
    void classThatCantBeMadeIsRefused() {
        assertThatThrownBy(() -> rules.verify(CODECS, "com.shop.Billing#bill", Face.class))
                .hasMessageStartingWith("OWD-0338")
                .hasMessageContaining("com.shop.Billing#bill")
                .hasMessageContaining(Face.class.getName())
                .hasMessageContaining("it is an interface");
    }

    @Test
    void propertyThatCantBeMadeIsWarnedAbout() {
        try (LogLines log = new LogLines()) {
            rules.verify(CODECS, "com.shop.Billing#bill", Masked.class);
            assertThat(log.all())
                    .filteredOn(line -> line.contains("OWD-1108"))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .contains("com.shop.Billing#bill", Face.class.getName(), "it is an interface"));
        }
    }

    @Test
    void resultIsThatInAnOptional() throws Exception {
        Type returned = PayloadRulesTest.class.getDeclaredMethod("optional").getGenericReturnType();
        assertThat(PayloadRules.result(returned)).isEqualTo(Silent.class);
        assertThat(PayloadRules.result(Silent.class)).isEqualTo(Silent.class);
    }
}
