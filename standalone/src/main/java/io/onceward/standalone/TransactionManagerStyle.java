// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.selfcheck.TransactionStyle;
import io.onceward.spi.Transactions;
import java.util.function.Supplier;

/** The style of code that begins and commits by the transaction manager. */
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
    public <T> T inTransaction(Supplier<T> work) throws Exception {
        return transactions.inNew(work::get);
    }
}
