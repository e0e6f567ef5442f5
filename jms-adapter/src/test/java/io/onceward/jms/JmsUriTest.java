// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JmsUriTest {

    @ParameterizedTest
    @CsvSource({
        "queue:orders, jms:queue:orders?jndiConnectionFactoryName=jms/cf",
        "topic:a.b, jms:topic:a.b?jndiConnectionFactoryName=jms/cf",
        "jms/queue/orders, jms:jndi:jms/queue/orders?jndiConnectionFactoryName=jms/cf",
        "java:global/q, jms:jndi:java:global/q?jndiConnectionFactoryName=jms/cf",
        "queue:a?b&c=d e+f%, jms:queue:a%3Fb%26c%3Dd%20e%2Bf%25?jndiConnectionFactoryName=jms/cf",
        "queue:addr::queue, jms:queue:addr::queue?jndiConnectionFactoryName=jms/cf"
    })
    void destinationTravelsThroughTheTable(String configured, String stored) {
        JmsUri uri = JmsUri.ofConfigured(configured, "a.key", "jms/cf");
        assertThat(uri).hasToString(stored);
        assertThat(JmsUri.parse(stored)).isEqualTo(uri);
    }

    @ParameterizedTest
    @CsvSource({
        "false, SHORT, ''",
        "true, SHORT, &duplicateDetection=true",
        "false, FULL, &messageProperties=full",
        "true, FULL, &duplicateDetection=true&messageProperties=full"
    })
    void formOfTheMessagesTravelsThroughTheTable(boolean detectsDuplicates, MessageForm form, String end) {
        JmsUri uri = new JmsUri(JmsUri.Variant.QUEUE, "orders", "jms/cf", detectsDuplicates, form);
        assertThat(uri).hasToString("jms:queue:orders?jndiConnectionFactoryName=jms/cf" + end);
        assertThat(JmsUri.parse(uri.toString())).isEqualTo(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jms:queue:orders",
                "http://x",
                "",
                "jms:what:x?jndiConnectionFactoryName=y",
                "none:",
                "jms:queue:?jndiConnectionFactoryName=y",
                "jms:queue:%zz?jndiConnectionFactoryName=y",
                "jms:queue:x?jndiConnectionFactoryName=%",
                "jms:queue:x?jndiConnectionFactoryName=\ud83d",
                "jms:queue:x?jndiConnectionFactoryName=y&timeToLive=1",
                "jms:queue:x?jndiConnectionFactoryName=y&messageProperties=short",
                "jms:queue:x?jndiConnectionFactoryName=y&messageProperties=full&duplicateDetection=true",
                "jms:queue:x?jndiConnectionFactoryName=&messageProperties=full",
                "jms:queue:x?jndiConnectionFactoryName=ldap%3A//evil/x",
                "jms:jndi:ldap%3A//evil/x?jndiConnectionFactoryName=y"
            })
    void whatOncewardDidNotWriteIsRefused(String stored) {
        assertThatThrownBy(() -> JmsUri.parse(stored)).hasMessageStartingWith("OWD-0015");
    }

    @Test
    void urlIsNoDestination() {
        assertThatThrownBy(() -> JmsUri.ofConfigured("ldap://evil/x", "a.key", "jms/cf"))
                .hasMessageStartingWith("OWD-0014");
    }
}
