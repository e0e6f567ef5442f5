// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Optional;

/**
 * The values of an adapter's settings, by the names that it {@linkplain BrokerAdapter#settings() declared}. Thread-safe.
 *
 * @since 0.1
 */
public interface Settings {

    /**
     * Returns the configured value, else the default.
     *
     * @param setting the name of a declared setting; not {@code null}
     * @return empty if there is neither
     * @throws IllegalArgumentException if the adapter has not declared the setting
     */
    Optional<String> value(String setting);

    /**
     * Returns the complete configuration key of a setting, for messages; for a channel, the channel's key.
     *
     * @param setting the name of a declared setting; not {@code null}
     * @throws IllegalArgumentException if the adapter has not declared the setting
     */
    String key(String setting);
}
