// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The database of a test. The tests of a contract share one, because a new one takes longer than most tests: each test finds no
 * tables but Onceward's, and these empty.
 */
final class TestDatabase implements ExtensionContext.Store.CloseableResource {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(TestDatabase.class);

    private final Supplier<AgroalDataSource> create;
    private AgroalDataSource pool;

    private TestDatabase(Supplier<AgroalDataSource> create) {
        this.create = create;
        pool = create.get();
    }

    /** Returns the database for a test, which ends with the test or with its contract. */
    static TestDatabase of(ExtensionContext test, Supplier<AgroalDataSource> create) {
        if (AnnotationSupport.isAnnotated(test.getTestMethod(), OwnDatabase.class)
                || AnnotationSupport.isAnnotated(test.getRequiredTestClass(), OwnDatabase.class)) {
            return in(test, create);
        }
        ExtensionContext contract = test;
        while (contract.getTestMethod().isPresent()) {
            contract = contract.getParent().orElseThrow();
        }
        TestDatabase shared = in(contract, create);
        shared.restore();
        return shared;
    }

    private static TestDatabase in(ExtensionContext context, Supplier<AgroalDataSource> create) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(context.getUniqueId(), key -> new TestDatabase(create), TestDatabase.class);
    }

    AgroalDataSource pool() {
        return pool;
    }

    /** Empties the database. If a thread of an earlier test still uses a connection, the next tests get another database. */
    private void restore() {
        if (pool.getMetrics().activeCount() > 0) {
            pool.close();
            pool = create.get();
        } else {
            EmptiedTables.empty(pool);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
