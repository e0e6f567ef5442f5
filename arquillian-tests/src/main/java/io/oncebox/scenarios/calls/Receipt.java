// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.calls;

import java.util.List;

/** What a method returns. */
public record Receipt(String order, int number, List<String> items) {}
