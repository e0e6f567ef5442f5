// SPDX-License-Identifier: Apache-2.0
/** The figures that Onceward has to reach, and what a run says about each. */
package io.onceward.benchmarks.targets;
