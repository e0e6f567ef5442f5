// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.stored;

/** The payload of a JSON message. */
public record Order(String id, int quantity) {}
