// SPDX-License-Identifier: Apache-2.0
/** Lock-free counters, gauges and histograms by channel, handler and datasource. */
package io.onceward.metrics;
