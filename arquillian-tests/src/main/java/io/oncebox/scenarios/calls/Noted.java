// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.calls;

/** An event of CDI. */
public record Noted(String id) {}
