// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

/** Has published the events when {@link #produce} returns. */
public interface DirectProducer extends Producer {}
