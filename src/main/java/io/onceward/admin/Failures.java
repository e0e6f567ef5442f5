// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import io.onceward.api.FailureGroup;
import io.onceward.api.FailureGroups;
import java.util.List;

/** The found groups of failed events. */
record Failures(List<FailureGroup> groups, boolean isComplete) implements FailureGroups {}
