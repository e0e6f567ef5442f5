// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

/** An event of the tests. */
public record OrderPlaced(String id, int total) {}
