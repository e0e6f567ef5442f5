// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.payload;

import io.onceward.api.PayloadKeys;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Keys of tests, which come and go. */
public final class TestKeys implements PayloadKeys {

    private final Map<String, SecretKey> keys = new ConcurrentHashMap<>();
    private volatile String current;
    private volatile RuntimeException failure;
    private final AtomicInteger asked = new AtomicInteger();

    /** @param id of the only key, which is current */
    public TestKeys(String id) {
        rotate(id);
    }

    /** Adds a key, and makes it the current one. */
    public void rotate(String id) {
        add(id, id);
        current = id;
    }

    /** @param secret 16 characters at most */
    public void add(String id, String secret) {
        keys.put(id, new SecretKeySpec(String.format("%16s", secret).getBytes(StandardCharsets.UTF_8), "AES"));
    }

    /** Makes a key current that may not exist. */
    public void setCurrent(String id) {
        current = id;
    }

    /** Loses a key. */
    public void remove(String id) {
        keys.remove(id);
    }

    /** Fails from now on; {@code null}: no more. */
    public void fail(RuntimeException reason) {
        failure = reason;
    }

    @Override
    public String currentId() {
        verify();
        return current;
    }

    @Override
    public Optional<SecretKey> key(String id) {
        verify();
        return Optional.ofNullable(keys.get(id));
    }

    /** Returns how often they were asked. */
    public int asked() {
        return asked.get();
    }

    private void verify() {
        asked.incrementAndGet();
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }
}
