// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Sentinel;
import io.onceward.transaction.SentinelStore;
import java.util.function.BooleanSupplier;

record JdbcSentinelStore(Jdbc jdbc, Sentinel sentinel) implements SentinelStore {

    @Override
    public BooleanSupplier set() {
        return check(jdbc.run("set the sentinel of a transaction", sentinel::set));
    }

    @Override
    public BooleanSupplier setInOwnTransaction() {
        return check(jdbc.run("set the sentinel of a transaction", sentinel::setInOwnTransaction));
    }

    private BooleanSupplier check(String name) {
        return () -> jdbc.run("check the sentinel of a transaction", connection -> sentinel.stands(connection, name));
    }
}
