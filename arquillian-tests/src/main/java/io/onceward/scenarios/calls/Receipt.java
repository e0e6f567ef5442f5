// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import java.util.List;

/** The result of a method. */
public record Receipt(String order, int number, List<String> items) {}
