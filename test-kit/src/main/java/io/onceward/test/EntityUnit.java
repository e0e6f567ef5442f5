// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import jakarta.persistence.spi.ClassTransformer;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.persistence.spi.PersistenceUnitTransactionType;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;

/** A persistence unit of these entities, as a server would read it from {@code META-INF/persistence.xml}. */
record EntityUnit(String provider, List<Class<?>> entities, DataSource dataSource) implements PersistenceUnitInfo {

    @Override
    public String getPersistenceUnitName() {
        return "onceward-test";
    }

    @Override
    public String getPersistenceProviderClassName() {
        return provider;
    }

    @Override
    public PersistenceUnitTransactionType getTransactionType() {
        return PersistenceUnitTransactionType.JTA;
    }

    @Override
    public DataSource getJtaDataSource() {
        return dataSource;
    }

    @Override
    public DataSource getNonJtaDataSource() {
        return dataSource;
    }

    @Override
    public List<String> getMappingFileNames() {
        return List.of();
    }

    @Override
    public List<URL> getJarFileUrls() {
        return List.of();
    }

    @Override
    public URL getPersistenceUnitRootUrl() {
        return entities.get(0).getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    public List<String> getManagedClassNames() {
        return entities.stream().map(Class::getName).toList();
    }

    @Override
    public boolean excludeUnlistedClasses() {
        return true;
    }

    @Override
    public SharedCacheMode getSharedCacheMode() {
        return SharedCacheMode.UNSPECIFIED;
    }

    @Override
    public ValidationMode getValidationMode() {
        return ValidationMode.AUTO;
    }

    @Override
    public Properties getProperties() {
        return new Properties();
    }

    @Override
    public String getPersistenceXMLSchemaVersion() {
        return "3.0";
    }

    @Override
    public ClassLoader getClassLoader() {
        return entities.get(0).getClassLoader();
    }

    @Override
    public void addTransformer(ClassTransformer transformer) {
        // the classes are already loaded; the provider works without changes of their code
    }

    @Override
    public ClassLoader getNewTempClassLoader() {
        return new URLClassLoader(new URL[0], getClassLoader());
    }
}
