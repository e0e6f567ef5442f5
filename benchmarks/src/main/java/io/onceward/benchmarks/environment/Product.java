// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import io.onceward.fixture.InnoDbServer;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.MySqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The databases that can be measured. Only PostgreSQL has contestants other than Onceward. */
public enum Product {
    POSTGRESQL,
    MYSQL,
    MARIADB,
    H2;

    /** Each commit is on the disk when it returns, and the pages fit into memory as in {@link Postgres}. */
    private static final String[] INNODB = {"--innodb-flush-log-at-trx-commit=1", "--innodb-buffer-pool-size=1G"};

    /**
     * Starts a server with its data in a folder.
     *
     * @param walLevel how much the log of PostgreSQL has
     */
    public Server start(Path folder, String walLevel) throws IOException {
        return switch (this) {
            case POSTGRESQL -> Postgres.start(folder, walLevel);
            case MYSQL -> innoDb(MySqlServer.start("mysql", INNODB));
            case MARIADB -> innoDb(MariaDbServer.start("mariadb", INNODB));
            case H2 -> new H2Files(folder);
        };
    }

    private Server innoDb(InnoDbServer server) {
        return new Server() {
            @Override
            public Database create(String name) {
                return new Database(server.createDatabase(), server.user(), server.pid());
            }

            @Override
            public String settings() {
                return Product.this + ": " + String.join(" ", INNODB);
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
