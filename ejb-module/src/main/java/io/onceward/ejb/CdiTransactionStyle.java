// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.selfcheck.TransactionStyle;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.util.function.Supplier;

/** The style of a {@code @Transactional} bean. */
@ApplicationScoped
public class CdiTransactionStyle implements TransactionStyle {

    @Resource
    private TransactionSynchronizationRegistry registry;

    /** Called by CDI. */
    public CdiTransactionStyle() {}

    @Override
    public String kind() {
        return "a @Transactional CDI bean";
    }

    @Override
    public boolean rollsBackQuietly() {
        return Server.of(registry) == Server.OTHER;
    }

    @Override
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public <T> T inTransaction(Supplier<T> work) {
        return work.get();
    }
}
