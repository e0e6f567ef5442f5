// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Sentinel;
import io.onceward.transaction.SentinelStore;

record JdbcSentinelStore(Jdbc jdbc, Sentinel sentinel) implements SentinelStore {

    @Override
    public String set() {
        return jdbc.run("set the sentinel of a transaction", sentinel::set);
    }

    @Override
    public String setInOwnTransaction() {
        return jdbc.run("set the sentinel of a transaction", sentinel::setInOwnTransaction);
    }

    @Override
    public String setByClaim() {
        return jdbc.run("set the sentinel of a transaction", sentinel::setByClaim);
    }

    @Override
    public boolean stands(String mark) {
        return jdbc.run("check the sentinel of a transaction", connection -> sentinel.stands(connection, mark));
    }
}
