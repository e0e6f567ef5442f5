// SPDX-License-Identifier: Apache-2.0
/** Processes that die under faults, and whether the next process completes their work. */
package io.onceward.faults;
