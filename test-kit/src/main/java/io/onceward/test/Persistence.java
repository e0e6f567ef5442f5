// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.OncewardException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.persistence.spi.PersistenceProviderResolverHolder;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;

/** A persistence unit on the datasource of a test, whose entity managers join the transactions of the test. Thread-safe. */
final class Persistence implements AutoCloseable {

    /** Where the provider of EclipseLink finds the transactions of a session, by its name. */
    private static final String SESSION = "eclipselink.session-name";

    private final EntityManagerFactory factory;
    private final JoinedEntityManagers managers;
    private final EntityManager proxy;
    private final EntityTables tables;
    private final String session;

    private Persistence(
            EntityManagerFactory factory, TestTransactions transactions, EntityTables tables, String session) {
        this.factory = factory;
        this.managers = new JoinedEntityManagers(factory, transactions);
        this.tables = tables;
        this.session = session;
        this.proxy = (EntityManager) Proxy.newProxyInstance(
                EntityManager.class.getClassLoader(), new Class<?>[] {EntityManager.class}, managers);
    }

    /**
     * Opens a persistence unit, and creates its tables.
     *
     * @param name the unit in {@code META-INF/persistence.xml}; {@code null} for one with the entities
     * @param entities the classes of the unit without a name
     * @param isOwn whether the database is that of the test alone, so that the rows of entities can be deleted
     * @throws OncewardException if no provider opens it
     */
    static Persistence open(
            String name, List<Class<?>> entities, DataSource dataSource, TestTransactions transactions, boolean isOwn) {
        Map<String, Object> properties = new HashMap<>();
        if (isOwn) {
            properties.put("jakarta.persistence.schema-generation.database.action", "create");
        }
        String session = "onceward-test-" + UUID.randomUUID();
        addTo(properties, session, dataSource, transactions);
        JtaPlatforms.add(session, transactions);
        EntityTables tables = new EntityTables(dataSource, isOwn);
        try {
            EntityManagerFactory factory = tables.rememberCreated(() -> opened(name, entities, dataSource, properties));
            return new Persistence(factory, transactions, tables, session);
        } catch (OncewardException e) {
            JtaPlatforms.remove(session);
            throw e;
        } catch (RuntimeException | LinkageError e) {
            JtaPlatforms.remove(session);
            throw TestKitErrors.persistenceRefused("the provider refuses it (" + e + ")", e);
        }
    }

    /** Returns the factory after the provider has created the tables: some do so only for the first entity manager. */
    private static EntityManagerFactory opened(
            String name, List<Class<?>> entities, DataSource dataSource, Map<String, Object> properties) {
        EntityManagerFactory factory = create(name, entities, dataSource, properties);
        try {
            factory.createEntityManager().close();
            return factory;
        } catch (RuntimeException | Error e) {
            factory.close();
            throw e;
        }
    }

    private static EntityManagerFactory create(
            String name, List<Class<?>> entities, DataSource dataSource, Map<String, Object> properties) {
        List<PersistenceProvider> providers = PersistenceProviderResolverHolder.getPersistenceProviderResolver()
                .getPersistenceProviders();
        return providers.stream()
                .map(provider -> name != null
                        ? provider.createEntityManagerFactory(name, properties)
                        : provider.createContainerEntityManagerFactory(
                                new EntityUnit(provider.getClass().getName(), entities, dataSource), properties))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> TestKitErrors.persistenceRefused(
                        providers.isEmpty()
                                ? "the class path has no persistence provider"
                                : "no META-INF/persistence.xml has a unit with the name '" + name + "'",
                        null));
    }

    private static void addTo(
            Map<String, Object> properties, String session, DataSource dataSource, TestTransactions transactions) {
        properties.put("jakarta.persistence.transactionType", "JTA");
        properties.put("jakarta.persistence.jtaDataSource", dataSource);
        properties.put("jakarta.persistence.nonJtaDataSource", dataSource);
        properties.put(SESSION, session);
        properties.put("eclipselink.session.customizer", "io.onceward.test.EclipseLinkTransactions");
        properties.put("eclipselink.weaving", "false");
        properties.put("eclipselink.logging.level", "WARNING");
        JtaPlatforms.hibernate(transactions)
                .ifPresent(platform -> properties.put("hibernate.transaction.jta.platform", platform));
    }

    /** Returns an entity manager for any thread, which uses that of the thread's transaction. */
    EntityManager entityManager() {
        return proxy;
    }

    EntityManagerFactory factory() {
        return factory;
    }

    /** Returns the beans of the unit by their types. */
    Map<Class<?>, Object> beans() {
        return Map.of(EntityManager.class, proxy, EntityManagerFactory.class, factory);
    }

    /** Deletes the entities of the last test, and what the unit has cached of them. */
    void reset() {
        managers.closeAll();
        factory.getCache().evictAll();
        tables.clear();
    }

    @Override
    public void close() {
        managers.closeAll();
        factory.close();
        JtaPlatforms.remove(session);
    }
}
