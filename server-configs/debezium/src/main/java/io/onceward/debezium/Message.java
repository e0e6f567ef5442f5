// SPDX-License-Identifier: Apache-2.0
package io.onceward.debezium;

import java.util.Map;

/**
 * A message as Kafka Connect would send it.
 *
 * @param key {@code null} if it has none
 * @param headers in their order, each with {@code null} if it has no value
 */
record Message(String topic, byte[] key, byte[] value, Map<String, byte[]> headers) {}
