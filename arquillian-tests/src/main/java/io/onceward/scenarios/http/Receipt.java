// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import java.util.List;

/** The answer to a request. */
public record Receipt(String id, int number, List<String> items) {}
