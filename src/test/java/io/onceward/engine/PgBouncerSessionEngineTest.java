// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PooledPostgreSql;

/** In session mode, with the default settings of the driver. */
@OnlyInFull
class PgBouncerSessionEngineTest extends PgBouncerContracts {

    @Override
    DatabaseServer start() {

        return PooledPostgreSql.start("", "pool_mode = session");
    }
}
