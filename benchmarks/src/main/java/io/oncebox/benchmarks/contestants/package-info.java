/** What is measured: each one class behind the same small interfaces. */
package io.oncebox.benchmarks.contestants;
