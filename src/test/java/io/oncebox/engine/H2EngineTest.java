// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.agroal.api.AgroalDataSource;
import java.util.UUID;

class H2EngineTest extends EngineContract {

    @Override
    AgroalDataSource emptyDatabase(Jta jta) {
        return jta.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000", "sa", "");
    }

    @Override
    String ddl() {
        return "h2.sql";
    }

    @Override
    String bytes() {
        return "X'78'";
    }
}
