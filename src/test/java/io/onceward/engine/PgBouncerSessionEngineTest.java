// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PgBouncer;

/** In session mode, with the default settings of the driver. */
@OnlyInFull
class PgBouncerSessionEngineTest extends PgBouncerContracts {

    @Override
    DatabaseServer start() {

        return PgBouncer.start("", "pool_mode = session");
    }
}
