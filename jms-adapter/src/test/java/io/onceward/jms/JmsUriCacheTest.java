// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JmsUriCacheTest {

    private final JmsUriCache cache = new JmsUriCache();

    @Test
    void destinationIsParsedOnce() {
        assertThat(cache.get(uri(1))).isEqualTo(JmsUri.parse(uri(1))).isSameAs(cache.get(uri(1)));
    }

    @Test
    void malformedDestinationIsNotKept() {
        assertThatThrownBy(() -> cache.get("jms:what")).hasMessageStartingWith("OWD-0015");
        assertThat(cache.size()).isZero();
    }

    @Test
    void destinationsOfForeignRowsDoNotFillMemory() {
        for (int i = 0; i < 5 * JmsUriCache.MAX; i++) {
            cache.get(uri(i));
            assertThat(cache.size()).isLessThanOrEqualTo(JmsUriCache.MAX);
        }
    }

    private static String uri(int number) {
        return "jms:queue:q" + number + "?jndiConnectionFactoryName=jms/cf";
    }
}
