// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.capture;

/** Another event. */
public record Paid(String id) {}
