// SPDX-License-Identifier: Apache-2.0
package io.oncebox.test;

/** An event of the tests. */
public record OrderPlaced(String id, int total) {}
