// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.util.List;
import java.util.Map;

/**
 * The result of a storm.
 *
 * @param violations the violations, one line each; empty if there are none
 * @param counts what was counted, by its name and in the order in which it is told
 * @param history of what is wrong: what happened to it, where and when
 */
record Verdict(List<String> violations, Map<String, Long> counts, List<String> history) {}
