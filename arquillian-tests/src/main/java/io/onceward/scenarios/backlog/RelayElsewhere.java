// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.backlog;

import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.Fixtures;
import java.time.Duration;
import java.util.List;

/** A relay in a plain JVM, on the same database and broker as the server's, which has none then. */
final class RelayElsewhere {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private RelayElsewhere() {}

    /** Ends with this JVM. */
    static void start(String classPath, String tablePrefix) {
        Fixtures fixtures = Fixtures.current();
        ChildProcess.start(
                "relay",
                List.of(
                        ChildProcess.java(),
                        "-cp",
                        classPath,
                        "io.onceward.benchmarks.RelayAlone",
                        "jdbc:postgresql://127.0.0.1:" + fixtures.postgresPort() + "/postgres",
                        Fixtures.USER,
                        Fixtures.DATABASE_PASSWORD,
                        "tcp://127.0.0.1:" + fixtures.artemisPort(),
                        Fixtures.USER,
                        Fixtures.BROKER_PASSWORD,
                        tablePrefix,
                        Fixtures.directory().resolve("relay").toString()),
                Fixtures.directory().resolve("relay.log"),
                line -> line.contains("relay is ready"),
                PATIENCE);
    }
}
