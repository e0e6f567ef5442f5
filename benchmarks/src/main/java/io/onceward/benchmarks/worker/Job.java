// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.Database;
import java.io.Serializable;
import java.util.HashMap;

/**
 * What a JVM is told at its start.
 *
 * @param contestant the name of its code, without that of the build
 * @param database its own
 * @param broker the one that all share
 * @param queue its own
 * @param configuration what the command line says to Onceward
 */
record Job(
        String contestant,
        Database database,
        Broker.Address broker,
        String queue,
        HashMap<String, String> configuration)
        implements Serializable {}
