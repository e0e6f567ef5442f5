// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import io.onceward.api.OncewardException;
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

    /**
     * Returns the exception that refuses the value of a setting, naming its key.
     *
     * @param setting the name of a declared setting; not {@code null}
     * @param expected what to use instead, such as {@code true or false}; not {@code null}
     * @throws IllegalArgumentException if the adapter has not declared the setting
     */
    OncewardException illegalValue(String setting, String expected);
}
