// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Sentinel;
import io.onceward.transaction.SentinelStore;
import java.util.function.BooleanSupplier;

record JdbcSentinelStore(Jdbc jdbc, Sentinel sentinel) implements SentinelStore {

    @Override
    public BooleanSupplier set() {
        String name = jdbc.run("set the sentinel of a transaction", sentinel::set);
        return () -> jdbc.run("check the sentinel of a transaction", connection -> sentinel.stands(connection, name));
    }

    @Override
    public boolean isNeededInOwnTransaction() {
        return sentinel.isNeededInOwnTransaction();
    }
}
