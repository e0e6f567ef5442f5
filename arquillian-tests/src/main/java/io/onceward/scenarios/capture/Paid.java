// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

/** Another event. */
public record Paid(String id) {}
