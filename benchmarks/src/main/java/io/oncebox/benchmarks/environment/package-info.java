// SPDX-License-Identifier: Apache-2.0
/** What everything that is measured runs in: a durable database, a durable broker, and a look at the machine's processors. */
package io.oncebox.benchmarks.environment;
