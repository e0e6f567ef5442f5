// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.stored;

/** What the JSON of a message becomes. */
public record Order(String id, int quantity) {}
