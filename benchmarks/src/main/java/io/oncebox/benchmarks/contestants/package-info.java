// SPDX-License-Identifier: Apache-2.0
/** What is measured: each one class behind the same small interfaces. */
package io.oncebox.benchmarks.contestants;
