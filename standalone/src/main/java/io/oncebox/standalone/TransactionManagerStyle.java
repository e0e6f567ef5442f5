// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.selfcheck.TransactionStyle;
import io.oncebox.spi.Transactions;

/** Probes from a transaction that the transaction manager begins and commits. */
record TransactionManagerStyle(Transactions transactions) implements TransactionStyle {

    @Override
    public String kind() {
        return "code with the TransactionManager";
    }

    @Override
    public boolean rollsBackQuietly() {
        return true;
    }

    @Override
    public void inTransaction(Runnable work) throws Exception {
        transactions.inNew(() -> {
            work.run();
            return null;
        });
    }
}
