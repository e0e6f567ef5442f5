// SPDX-License-Identifier: Apache-2.0
/** How it is measured: each metric one class. */
package io.oncebox.benchmarks.metrics;
