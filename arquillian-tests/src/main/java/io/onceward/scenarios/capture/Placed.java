// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

/** An event. */
public record Placed(String id) {}
