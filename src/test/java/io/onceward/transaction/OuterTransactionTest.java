// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OuterTransactionTest {

    private final TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();

    @AfterEach
    void rollBack() throws Exception {
        manager.rollback();
    }

    /** GlassFish 8 and Payara 7 throw it after an inner transaction has failed at its commit. */
    @Test
    void registryThatThrowsHasLostTheTransaction() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        TransactionSynchronizationRegistry real = new TransactionSynchronizationRegistryImple();
        TransactionSynchronizationRegistry registry = (TransactionSynchronizationRegistry) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TransactionSynchronizationRegistry.class},
                (proxy, method, arguments) -> {
                    if (broken.get()) {
                        throw new NullPointerException();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        manager.begin();
        OuterTransaction outer = new OuterTransaction(registry, manager);
        assertThatThrownBy(() -> outer.keep(
                        () -> {
                            manager.suspend();
                            broken.set(true);
                            return null;
                        },
                        () -> new IllegalStateException("lost")))
                .hasMessage("lost");
        assertThat(manager.getStatus()).as("resumed").isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    }
}
