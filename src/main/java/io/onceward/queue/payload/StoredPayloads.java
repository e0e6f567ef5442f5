// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.payload;

import io.onceward.api.OncewardException;
import io.onceward.api.PayloadKeys;
import io.onceward.queue.RecordedEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encodes payloads for their rows, and decodes them. A header of the row names the chain of codecs; a row without it has its payload
 * unencoded. Thread-safe.
 *
 * <p>{@code gzip} is the format of RFC 1952. {@code encrypt} is the length of the key's id in one byte, the id, a nonce of 12 bytes, and
 * the result of AES-GCM, with chain, id and channel of the row as additional authenticated data.
 */
public final class StoredPayloads {

    /** The header with the chain, as {@link #encode} has got it, less what was not worth it. No message has it. */
    public static final String HEADER = "onceward_codecs";

    private static final String GZIP = "gzip";
    private static final String ENCRYPT = "encrypt";
    private static final String BOTH = GZIP + "," + ENCRYPT;

    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int LONGEST_KEY_ID = 255;

    private final List<PayloadKeys> keys;
    private final int largest;
    private final int smallestZipped;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param keys of the application: one, if something is encrypted
     * @param largest most bytes of a payload that is, or was, compressed
     * @param smallestZipped smaller payloads are not compressed
     */
    public StoredPayloads(List<PayloadKeys> keys, int largest, int smallestZipped) {
        this.keys = keys;
        this.largest = largest;
        this.smallestZipped = smallestZipped;
    }

    /**
     * Checks that there are keys, if they are needed.
     *
     * @param property the configuration key of the chain
     * @throws OncewardException if there are none, or several
     */
    public void verify(String property, String chain) {
        if (chain.endsWith(ENCRYPT) && keys.size() != 1) {
            throw ChainErrors.noKeys(property, keys.size());
        }
    }

    /**
     * Returns a row with its payload encoded.
     *
     * @param chain the configured codecs, separated by commas
     * @throws OncewardException if there is no key
     */
    public RecordedEvent encode(String chain, RecordedEvent event) {
        byte[] payload = event.payload();
        boolean mayZip = chain.startsWith(GZIP) && payload.length >= smallestZipped && payload.length <= largest;
        byte[] zipped = mayZip ? zipped(payload) : payload;
        boolean isZipped = zipped.length < payload.length;
        if (!chain.endsWith(ENCRYPT)) {
            return isZipped ? with(GZIP, zipped, event) : event;
        }
        String applied = isZipped ? BOTH : ENCRYPT;
        try {
            return with(applied, encrypted(applied, isZipped ? zipped : payload, event), event);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw ChainErrors.notEncrypted(event.channel(), e);
        }
    }

    private static RecordedEvent with(String chain, byte[] payload, RecordedEvent event) {
        Map<String, String> headers = new LinkedHashMap<>(event.headers());
        headers.put(HEADER, chain);
        return event.withPayload(payload, event.contentType()).withHeaders(headers);
    }

    private static byte[] zipped(byte[] payload) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(payload);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // no stream in memory throws it
        }
        return bytes.toByteArray();
    }

    private byte[] encrypted(String chain, byte[] payload, RecordedEvent event) throws GeneralSecurityException {
        String id = keys.get(0).currentId();
        byte[] keyId = id.getBytes(StandardCharsets.UTF_8);
        if (keyId.length == 0 || keyId.length > LONGEST_KEY_ID) {
            throw new InvalidKeyException("the key's id has " + keyId.length + " bytes");
        }
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        SecretKey key = keys.get(0).key(id).orElseThrow();
        byte[] secret = cipher(Cipher.ENCRYPT_MODE, key, nonce, chain, event).doFinal(payload);
        return ByteBuffer.allocate(1 + keyId.length + NONCE + secret.length)
                .put((byte) keyId.length)
                .put(keyId)
                .put(nonce)
                .put(secret)
                .array();
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String chain, RecordedEvent event)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        String bound = chain + '\0' + event.id() + '\0' + event.channel(); // no database stores this character
        cipher.updateAAD(bound.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /** Returns the most bytes of a payload that is recorded. */
    public int largest() {
        return largest;
    }

    /** Returns whether the payload of a row is encoded. */
    public static boolean isEncoded(RecordedEvent event) {
        return event.headers().containsKey(HEADER);
    }

    /**
     * Returns the event as it was before {@link #encode}.
     *
     * @throws OncewardException of a {@linkplain io.onceward.log.Causes#isPassing passing} kind if another node or a later attempt may
     *     decode it; of the kind of a bad message if none can
     */
    public RecordedEvent decode(RecordedEvent event) {
        if (!isEncoded(event)) {
            return event;
        }
        String chain = event.headers().get(HEADER);
        if (!List.of(GZIP, ENCRYPT, BOTH).contains(chain)) {
            throw ChainErrors.waits(event.id(), "its header " + HEADER + " names unknown codecs", null);
        }
        byte[] payload = event.payload();
        try {
            payload = chain.endsWith(ENCRYPT) ? decrypted(chain, ByteBuffer.wrap(payload), event) : payload;
            payload = chain.startsWith(GZIP) ? unzipped(payload, event) : payload;
        } catch (InvalidKeyException | ProviderException e) {
            throw ChainErrors.waits(event.id(), "its key can't be used", e);
        } catch (GeneralSecurityException e) {
            throw ChainErrors.damaged(
                    event.id(),
                    "it was changed, is that of another row, or its key was another one with the same id",
                    e);
        } catch (IOException | BufferUnderflowException e) {
            throw ChainErrors.damaged(event.id(), "its bytes are damaged", e);
        }
        Map<String, String> headers = new LinkedHashMap<>(event.headers());
        headers.remove(HEADER);
        return event.withPayload(payload, event.contentType()).withHeaders(headers);
    }

    private byte[] decrypted(String chain, ByteBuffer row, RecordedEvent event) throws GeneralSecurityException {
        byte[] id = new byte[Byte.toUnsignedInt(row.get())];
        byte[] nonce = new byte[NONCE];
        row.get(id).get(nonce);
        byte[] secret = new byte[row.remaining()];
        row.get(secret);
        SecretKey key = key(new String(id, StandardCharsets.UTF_8), event);
        return cipher(Cipher.DECRYPT_MODE, key, nonce, chain, event).doFinal(secret);
    }

    private SecretKey key(String id, RecordedEvent event) {
        Optional<SecretKey> key;
        try {
            key = keys.size() == 1 ? keys.get(0).key(id) : Optional.empty();
        } catch (RuntimeException e) {
            throw ChainErrors.waits(event.id(), "PayloadKeys failed", e);
        }
        return key.orElseThrow(
                () -> ChainErrors.waits(event.id(), "PayloadKeys have no key with the id '" + id + "'", null));
    }

    private byte[] unzipped(byte[] payload, RecordedEvent event) throws IOException {
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(payload))) {
            byte[] plain = zip.readNBytes(largest);
            if (zip.read() >= 0) {
                throw ChainErrors.damaged(
                        event.id(),
                        "it has more than " + largest + " bytes, the limit of onceward.outbox.max-payload-size",
                        null);
            }
            return plain;
        }
    }
}
