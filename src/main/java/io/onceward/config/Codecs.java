// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

/**
 * How payloads are encoded in their rows.
 *
 * @param key the configuration key that says so
 * @param chain the codecs, separated by commas; {@code none} for none
 */
public record Codecs(String key, String chain) {

    public boolean isNone() {
        return chain.equals("none");
    }
}
