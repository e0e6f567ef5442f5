// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.Edit;
import java.util.List;

/**
 * A mistake that a developer could have made.
 *
 * @param anomaly what it does to effects
 * @param provocation how it comes to light
 */
record Mutant(String name, Anomaly anomaly, Provocation provocation, List<Edit> edits) {}
