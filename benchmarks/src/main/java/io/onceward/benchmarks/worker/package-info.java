// SPDX-License-Identifier: Apache-2.0
/** The JVMs in which contestants are measured, each alone in its own. */
package io.onceward.benchmarks.worker;
