// SPDX-License-Identifier: Apache-2.0
/** The measured libraries and programs, each one class behind the same small interfaces. */
package io.onceward.benchmarks.contestants;
