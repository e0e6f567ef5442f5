// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.Map;

/**
 * A message of the broker in memory.
 *
 * @param key {@code null} if it has none
 */
record TestMessage(
        String channel,
        String id,
        String key,
        String type,
        String contentType,
        byte[] payload,
        Map<String, String> headers) {}
