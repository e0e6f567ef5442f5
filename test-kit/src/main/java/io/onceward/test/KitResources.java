// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.Type;
import javax.sql.DataSource;
import org.jboss.weld.injection.spi.ResourceInjectionServices;
import org.jboss.weld.injection.spi.ResourceReferenceFactory;
import org.jboss.weld.injection.spi.helpers.SimpleResourceReference;

/** The resources of the test for {@code @Resource}, whatever their names. Thread-safe. */
record KitResources(BeanEnvironment environment) implements ResourceInjectionServices {

    @Override
    public ResourceReferenceFactory<Object> registerResourceInjectionPoint(InjectionPoint point) {
        Object resource = resource(point.getType());
        if (resource == null) {
            throw TestKitErrors.noResource(
                    point.getMember().toString(), point.getType().getTypeName());
        }
        return () -> new SimpleResourceReference<>(resource);
    }

    private Object resource(Type type) {
        if (type == DataSource.class) {
            return environment.dataSource();
        }
        if (type == UserTransaction.class) {
            return new ManagedTransaction(environment.transactions().manager());
        }
        if (type == TransactionManager.class) {
            return environment.transactions().manager();
        }
        return type == TransactionSynchronizationRegistry.class
                ? environment.transactions().registry()
                : null;
    }

    @Override
    public ResourceReferenceFactory<Object> registerResourceInjectionPoint(String jndiName, String mappedName) {
        throw TestKitErrors.noResource(jndiName, "a resource without a type");
    }

    @Override
    public void cleanup() {
        // the test outbox closes what it has opened
    }
}
