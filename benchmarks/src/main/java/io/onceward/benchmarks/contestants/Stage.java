// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.Database;
import java.util.Map;

/**
 * The environment of a contestant.
 *
 * @param database its own, with the business table
 * @param broker the one that all share
 * @param queue its own
 * @param configuration what the command line says to Onceward
 */
public record Stage(Database database, Broker broker, String queue, Map<String, String> configuration) {}
