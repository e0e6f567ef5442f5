// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.capture;

/** An event. */
public record Placed(String id) {}
