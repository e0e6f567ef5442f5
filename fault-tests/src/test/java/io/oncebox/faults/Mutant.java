// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.util.List;

/**
 * A mistake that a developer could have made.
 *
 * @param harm what it does
 * @param provocation how it comes to light
 */
record Mutant(String name, Harm harm, Provocation provocation, List<Edit> edits) {}
