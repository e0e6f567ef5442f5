// SPDX-License-Identifier: Apache-2.0
/** Onceward with several brokers, each beside the broker's client library alone. */
package io.onceward.benchmarks.brokers;
