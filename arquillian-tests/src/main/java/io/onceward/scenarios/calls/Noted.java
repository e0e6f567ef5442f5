// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

/** An event of CDI. */
public record Noted(String id) {}
