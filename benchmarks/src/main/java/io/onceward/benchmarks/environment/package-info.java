// SPDX-License-Identifier: Apache-2.0
/** The environment of the measurements: a durable database, a durable broker, and a look at the machine's processors. */
package io.onceward.benchmarks.environment;
