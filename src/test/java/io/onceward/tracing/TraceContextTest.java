// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void parentAndStateAreTaken() {
        Map<String, String> headers = Map.of("traceparent", PARENT, "tracestate", "a=1,b=2");
        assertThat(TraceContext.of(headers)).isEqualTo(headers);
        assertThat(TraceContext.of(Map.of("traceparent", PARENT, "tenant", "acme")))
                .isEqualTo(Map.of("traceparent", PARENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-comes-later"
            })
    void ofLaterVersionsTheKnownPartIsTaken(String parent) {
        assertThat(TraceContext.of(Map.of("traceparent", parent))).isEqualTo(Map.of("traceparent", PARENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00a0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331a01",
                "00-0af7651916cd43dd8448eb211c8031-9-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333\n-01"
            })
    void malformedParentIsNone(String parent) {
        assertThat(TraceContext.of(Map.of("traceparent", parent, "tracestate", "a=1")))
                .isEmpty();
    }

    @Test
    void oversizedParentIsIgnored() {
        assertThat(TraceContext.of(Map.of("traceparent", PARENT.repeat(100_000))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a=1\r\nb=2", "a=\u00fc", "a=\0"})
    void illegalStateLeavesTheParent(String state) {
        assertThat(TraceContext.of(Map.of("traceparent", PARENT, "tracestate", state)))
                .isEqualTo(Map.of("traceparent", PARENT));
    }

    @Test
    void longStateLeavesTheParent() {
        String longest = "a=" + "x".repeat(510);
        assertThat(TraceContext.of(Map.of("traceparent", PARENT, "tracestate", longest)))
                .containsKey("tracestate");
        assertThat(TraceContext.of(Map.of("traceparent", PARENT, "tracestate", longest + "x")))
                .isEqualTo(Map.of("traceparent", PARENT));
    }
}
