// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Optional;
import javax.crypto.SecretKey;

/**
 * The keys that encrypt payloads in the tables of Onceward, on channels whose {@code codecs} contain {@code encrypt}. The one implementation
 * is a CDI bean, or given to the builder in a plain JVM. Onceward asks for each payload, so answer from memory. Thread-safe.
 *
 * <p>To change the key, first give every node the new one, then make it the current one. Keep the old one until no row has it.
 *
 * @since 0.1
 */
public interface PayloadKeys {

    /**
     * Returns the id of the key that encrypts new payloads.
     *
     * @return 1 to 255 bytes in UTF-8. The rows have it, unencrypted
     * @throws RuntimeException if there is none now; the recording is refused, a received message is left to its broker
     */
    String currentId();

    /**
     * Returns a key.
     *
     * @param id not {@code null}
     * @return a key for AES of 128, 192 or 256 bits; always the same for an id. Empty if there is none with this id: rows with it wait, and
     *     no attempt counts
     * @throws RuntimeException if the key is not available now; rows with it wait, and no attempt counts
     */
    Optional<SecretKey> key(String id);
}
