// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.queue.RecordedEvent;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredPayloadsTest {

    private static final int LIMIT = 10_000;

    private final TestKeys keys = new TestKeys("one");
    private final StoredPayloads payloads = new StoredPayloads(List.of(keys), LIMIT, 100);

    private static RecordedEvent event(String id, String channel, byte[] payload) {
        return new RecordedEvent(
                id, channel, "k", "T", payload, "text/plain", Map.of("tenant", "acme"), "test:x", 7, null);
    }

    private static RecordedEvent event(int size) {
        return event("id", "orders", "a".repeat(size).getBytes(StandardCharsets.UTF_8));
    }

    private static RecordedEvent with(byte[] payload, RecordedEvent row) {
        return row.withPayload(payload, row.contentType());
    }

    private static String chain(RecordedEvent row) {
        return row.headers().get(StoredPayloads.HEADER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "encrypt", "gzip,encrypt"})
    void eventIsRestored(String chain) {
        for (int size : new int[] {0, 1, 99, 100, 101, LIMIT, LIMIT + 1}) {
            RecordedEvent event = event(size);
            assertThat(payloads.decode(payloads.encode(chain, event)))
                    .usingRecursiveComparison()
                    .as("%d bytes", size)
                    .isEqualTo(event);
        }
    }

    @Test
    void payloadIsCompressedFromTheSmallestSizeToTheLimitIfItBecomesSmaller() {
        assertThat(chain(payloads.encode("gzip", event(99)))).isNull();
        assertThat(chain(payloads.encode("gzip", event(100)))).isEqualTo("gzip");
        assertThat(payloads.encode("gzip", event(LIMIT)).payload()).hasSizeLessThan(100);
        assertThat(chain(payloads.encode("gzip", event(LIMIT + 1)))).isNull();
        assertThat(chain(payloads.encode("gzip,encrypt", event(99)))).isEqualTo("encrypt");
        byte[] random = new byte[1000];
        new Random(1).nextBytes(random);
        RecordedEvent incompressible = event("id", "orders", random);
        assertThat(payloads.encode("gzip", incompressible)).isSameAs(incompressible);
    }

    /** Another program reads rows by what the page says. */
    @Test
    void formatIsTheDocumentedOne() throws Exception {
        byte[] row = payloads.encode("gzip,encrypt", event(500)).payload();
        assertThat(row[0]).isEqualTo((byte) 3);
        assertThat(new String(row, 1, 3, StandardCharsets.UTF_8)).isEqualTo("one");
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, keys.key("one").orElseThrow(), new GCMParameterSpec(128, row, 4, 12));
        cipher.updateAAD("gzip,encrypt\0id\0orders".getBytes(StandardCharsets.UTF_8));
        byte[] zipped = cipher.doFinal(row, 16, row.length - 16);
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            assertThat(zip.readAllBytes()).isEqualTo(event(500).payload());
        }
    }

    @Test
    void samePayloadIsEncryptedDifferentlyEachTime() {
        assertThat(payloads.encode("encrypt", event(50)).payload())
                .isNotEqualTo(payloads.encode("encrypt", event(50)).payload());
    }

    @Test
    void rowsOfAnEarlierKeyStayReadable() {
        RecordedEvent row = payloads.encode("encrypt", event(50));
        keys.rotate("two");
        assertThat(payloads.decode(row).payload()).isEqualTo(event(50).payload());
        assertThat(new String(payloads.encode("encrypt", event(50)).payload(), 1, 3, StandardCharsets.UTF_8))
                .isEqualTo("two");
    }

    @Test
    void payloadOfAnotherRowIsRefused() {
        byte[] own = payloads.encode("encrypt", event(50)).payload();
        RecordedEvent otherId = payloads.encode("encrypt", event("other", "orders", new byte[50]));
        RecordedEvent otherChannel = payloads.encode("encrypt", event("id", "refunds", new byte[50]));
        assertDamaged(with(own, otherId));
        assertDamaged(with(own, otherChannel));
    }

    @Test
    void eachChangedOrMissingByteIsNoticed() {
        RecordedEvent row = payloads.encode("gzip,encrypt", event(500));
        byte[] bytes = row.payload();
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> payloads.decode(with(changed, row)))
                    .isInstanceOf(OncewardException.class)
                    .message()
                    .containsAnyOf("OWD-1224", "OWD-1225");
            int length = i;
            assertThatThrownBy(() -> payloads.decode(with(Arrays.copyOf(bytes, length), row)))
                    .isInstanceOf(OncewardException.class);
        }
        RecordedEvent zipped = payloads.encode("gzip", event(500));
        assertDamaged(with(Arrays.copyOf(zipped.payload(), zipped.payload().length / 2), zipped));
        assertDamaged(with(new byte[0], zipped));
    }

    @Test
    void chainOfARowCannotBeChanged() {
        RecordedEvent row = payloads.encode("gzip,encrypt", event(500));
        assertDamaged(row.withHeaders(Map.of(StoredPayloads.HEADER, "encrypt")));
    }

    @Test
    void keyWithOtherBytesIsNoticed() {
        RecordedEvent row = payloads.encode("encrypt", event(50));
        keys.add("one", "another secret");
        assertDamaged(row);
    }

    @Test
    void rowThatAnotherNodeMayDecodeWaits() {
        RecordedEvent row = payloads.encode("encrypt", event(50));
        keys.remove("one");
        assertWaits(row, "no key with the id 'one'");
        keys.fail(new IllegalStateException("the vault is sealed"));
        assertWaits(row, "PayloadKeys failed");
        assertThatThrownBy(() -> new StoredPayloads(List.of(), LIMIT, 100).decode(row))
                .message()
                .startsWith("OWD-1224");
        assertWaits(row.withHeaders(Map.of(StoredPayloads.HEADER, "zstd")), "unknown codecs");
    }

    @Test
    void moreThanTheLimitIsNotDecompressed() {
        RecordedEvent row = new StoredPayloads(List.of(), 100 * LIMIT, 1).encode("gzip", event(LIMIT + 1));
        assertThat(row.payload()).hasSizeLessThan(100);
        assertThatThrownBy(() -> payloads.decode(row))
                .message()
                .startsWith("OWD-1225")
                .contains("10000 bytes", "onceward.outbox.max-payload-size");
    }

    @Test
    void nothingIsEncryptedWithoutAUsableKey() {
        keys.setCurrent("lost");
        assertNotEncrypted();
        keys.setCurrent(null);
        assertNotEncrypted();
        keys.setCurrent("");
        assertNotEncrypted();
        keys.rotate("x".repeat(256));
        assertNotEncrypted();
        keys.fail(new IllegalStateException("the vault is sealed"));
        assertNotEncrypted();
    }

    @Test
    void keysAreRequiredOnlyForEncryption() {
        StoredPayloads without = new StoredPayloads(List.of(), LIMIT, 100);
        assertThatCode(() -> without.verify("onceward.codecs", "gzip")).doesNotThrowAnyException();
        assertThatThrownBy(() -> without.verify("onceward.codecs", "gzip,encrypt"))
                .message()
                .startsWith("OWD-1222: onceward.codecs")
                .contains("has 0");
        assertThatThrownBy(() -> new StoredPayloads(List.of(keys, keys), LIMIT, 100).verify("x", "encrypt"))
                .message()
                .contains("has 2");
    }

    private void assertNotEncrypted() {
        assertThatThrownBy(() -> payloads.encode("encrypt", event(50)))
                .message()
                .startsWith("OWD-1223")
                .doesNotContain("aaa");
    }

    private void assertDamaged(RecordedEvent row) {
        assertThatThrownBy(() -> payloads.decode(row))
                .asInstanceOf(type(OncewardException.class))
                .satisfies(e -> assertThat(e.getMessage()).startsWith("OWD-1225"))
                .matches(e -> !Causes.isPassing(e));
    }

    private void assertWaits(RecordedEvent row, String why) {
        assertThatThrownBy(() -> payloads.decode(row))
                .asInstanceOf(type(OncewardException.class))
                .satisfies(
                        e -> assertThat(e.getMessage()).startsWith("OWD-1224").contains(why))
                .matches(Causes::isPassing);
    }
}
