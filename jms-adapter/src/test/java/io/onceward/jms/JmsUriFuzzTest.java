// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.api.OncewardException;
import io.onceward.fixture.MalformedText;
import io.onceward.text.Unicode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Destinations, in the configuration and in rows of other writers. */
class JmsUriFuzzTest {

    private static final String FACTORY = "?jndiConnectionFactoryName=";

    private static final String[] WORDS = {
        "jms:",
        "jndi:",
        "queue:",
        "topic:",
        "orders",
        "java:jms/q",
        FACTORY,
        "jms/cf",
        "&duplicateDetection=true",
        "&messageProperties=full",
        "jms:queue:orders",
        FACTORY + "jms/cf",
        "%3A",
        "%2F",
        "%",
        "ldap%3A//x"
    };

    @Test
    void anyTextIsADestinationOrRefusedWithACode() {
        MalformedText.each(JmsUriFuzzTest::isADestinationOrRefused);
    }

    @Timeout(20)
    @FuzzTest
    void guided(FuzzedDataProvider data) {
        isADestinationOrRefused(MalformedText.of(data));
    }

    private static void isADestinationOrRefused(MalformedText malformed) {
        String text = malformed.text(WORDS);
        try {
            JmsUri parsed = JmsUri.parse(text);
            assertThat(JmsUri.parse(parsed.toString())).isEqualTo(parsed);
            staysInside(parsed);
        } catch (OncewardException e) {
            assertThat(e.code()).isEqualTo("OWD-0015");
        }
        try {
            JmsUri configured = JmsUri.of(JmsChannels.outgoing(Map.of(
                    "mp.messaging.outgoing.c.destination",
                    text,
                    "mp.messaging.outgoing.c.connection-factory",
                    malformed.text(WORDS),
                    "mp.messaging.outgoing.c.duplicate-detection",
                    String.valueOf(malformed.yes()),
                    "mp.messaging.outgoing.c.message-properties",
                    malformed.oneOf(List.of("short", "full")))));
            staysInside(configured);
            if (Unicode.isWellFormed(configured.name() + configured.connectionFactory())) {
                assertThat(JmsUri.parse(configured.toString())).isEqualTo(configured);
            }
        } catch (OncewardException e) {
            assertThat(e.code()).isEqualTo("OWD-0014");
        }
    }

    /** Nothing that is looked up is a URL. */
    private static void staysInside(JmsUri uri) {
        assertThat(uri.name()).isNotEmpty();
        assertThat(withoutJava(uri.connectionFactory())).doesNotContain(":");
        if (uri.variant() == JmsUri.Variant.JNDI) {
            assertThat(withoutJava(uri.name())).doesNotContain(":");
        }
    }

    private static String withoutJava(String name) {
        return name.startsWith("java:") ? name.substring("java:".length()) : name;
    }
}
