// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PooledPostgreSql;

/** In transaction mode, while the driver prepares nothing. */
@OnlyInFull
class PgBouncerTransactionEngineTest extends PgBouncerContracts {

    @Override
    DatabaseServer start() {

        return PooledPostgreSql.start("prepareThreshold=0", "pool_mode = transaction");
    }
}
