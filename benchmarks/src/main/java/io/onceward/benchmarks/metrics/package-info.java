// SPDX-License-Identifier: Apache-2.0
/** The metrics, each one class. */
package io.onceward.benchmarks.metrics;
