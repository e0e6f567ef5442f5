// SPDX-License-Identifier: Apache-2.0
/** Oncebox with several brokers, each beside the broker's client library alone. */
package io.oncebox.benchmarks.brokers;
