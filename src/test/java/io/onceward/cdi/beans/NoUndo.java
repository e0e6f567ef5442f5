// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.transaction.Sentinel;
import io.onceward.transaction.SentinelStore;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** The sentinels of a database that undoes no transaction. */
final class NoUndo implements SentinelStore {

    /** The sentinels that were set. */
    int count;

    Sentinel sentinel(TransactionSynchronizationRegistry registry) {
        return new Sentinel(registry, "test", this);
    }

    @Override
    public String set() {
        count++;
        return "";
    }

    @Override
    public String setInOwnTransaction() {
        return set();
    }

    @Override
    public String setByClaim() {
        return set();
    }

    @Override
    public boolean stands(String mark) {
        return true;
    }
}
