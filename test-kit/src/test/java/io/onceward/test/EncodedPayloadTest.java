// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxMetadata;
import io.onceward.api.PayloadKeys;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Payloads are encrypted in the tables of a test, by the keys of a bean. */
class EncodedPayloadTest {

    @ApplicationScoped
    static class Keys implements PayloadKeys {

        @Override
        public String currentId() {
            return "one";
        }

        @Override
        public Optional<SecretKey> key(String id) {
            return Optional.of(new SecretKeySpec("sixteen letters!".getBytes(StandardCharsets.UTF_8), "AES"));
        }
    }

    @ApplicationScoped
    static class Reader {

        private final List<String> read = new ArrayList<>();

        List<String> read() {
            return read;
        }

        @Incoming("letters")
        void read(String letter) {
            read.add(letter);
        }
    }

    @RegisterExtension
    static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(() -> TestOutbox.builder()
            .beans(Keys.class, Reader.class)
            .configuration(Map.of("onceward.codecs", "gzip,encrypt"))
            .start());

    @Test
    void eventIsEncryptedUntilItIsHandled(TestOutbox outbox) throws Exception {
        outbox.inTransaction(() ->
                outbox.record("letters", "Dear patient!", OutboxMetadata.none().withKey("k")));
        EventSummary row =
                outbox.outboxAdmin().find(EventFilter.all(), null, 1).events().get(0);
        assertThat(outbox.outboxAdmin().show(row.datasource(), row.position()))
                .hasValueSatisfying(event -> assertThat(event.headers()).containsEntry("onceward_codecs", "encrypt"));
        assertThat(outbox.recorded().get(0).payload()).asString().isEqualTo("Dear patient!");
        outbox.deliver();
        assertThat(outbox.bean(Reader.class).read()).containsExactly("Dear patient!");
    }
}
