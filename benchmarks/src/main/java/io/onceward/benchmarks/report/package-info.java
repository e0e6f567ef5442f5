// SPDX-License-Identifier: Apache-2.0
/** The results of the measurements: medians and ratios, tables, files and plots. */
package io.onceward.benchmarks.report;
