/** How it is measured: each metric one class. */
package io.oncebox.benchmarks.metrics;
