// SPDX-License-Identifier: Apache-2.0
/** The tags by which the runners select the scenarios of a run. CONTRIBUTING has the table. */
package io.onceward.scenarios.selection;
