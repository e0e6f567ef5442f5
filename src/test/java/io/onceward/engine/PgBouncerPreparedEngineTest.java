// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PgBouncer;
import io.onceward.fixture.PooledPostgreSql;

/** In transaction mode, while PgBouncer prepares the statements of the driver. */
@OnlyInFull
class PgBouncerPreparedEngineTest extends PgBouncerContracts {

    @Override
    DatabaseServer start() {
        assumeTrue(PgBouncer.preparesStatements(), "-Dpgbouncer=… names a program of version 1.21 or newer");
        return PooledPostgreSql.start("", "pool_mode = transaction", "max_prepared_statements = 200");
    }
}
