// SPDX-License-Identifier: Apache-2.0
/** Measures Onceward beside other ways of doing the same, in a plain JVM: the command line and what is asked of it. */
package io.onceward.benchmarks;
