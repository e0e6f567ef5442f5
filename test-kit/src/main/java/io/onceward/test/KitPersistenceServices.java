// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;
import org.jboss.weld.injection.spi.JpaInjectionServices;
import org.jboss.weld.injection.spi.ResourceReferenceFactory;
import org.jboss.weld.injection.spi.helpers.SimpleResourceReference;

/**
 * The persistence unit of the test for {@code @PersistenceContext} and {@code @PersistenceUnit}, whatever their names. Thread-safe.
 *
 * @param persistence {@code null} if the test has none
 */
record KitPersistenceServices(Persistence persistence) implements JpaInjectionServices {

    @Override
    public ResourceReferenceFactory<EntityManager> registerPersistenceContextInjectionPoint(InjectionPoint point) {
        require(point);
        PersistenceContext context = point.getAnnotated().getAnnotation(PersistenceContext.class);
        if (context != null && context.type() == PersistenceContextType.EXTENDED) {
            throw TestKitErrors.noResource(point.getMember().toString(), "an extended persistence context");
        }
        return () -> new SimpleResourceReference<>(persistence.entityManager());
    }

    @Override
    public ResourceReferenceFactory<EntityManagerFactory> registerPersistenceUnitInjectionPoint(InjectionPoint point) {
        require(point);
        return () -> new SimpleResourceReference<>(persistence.factory());
    }

    private void require(InjectionPoint point) {
        if (persistence == null) {
            throw TestKitErrors.noPersistence(point.getMember().toString());
        }
    }

    @Override
    public void cleanup() {
        // the test outbox closes what it has opened
    }
}
