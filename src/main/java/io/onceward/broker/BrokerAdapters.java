// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import io.onceward.api.OncewardException;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerAdapter.Missing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The broker adapters of the application, one for each scheme. Thread-safe. */
public final class BrokerAdapters {

    private final Map<String, BrokerAdapter> byScheme = new TreeMap<>();
    private final Map<BrokerAdapter, Missing> missing = new LinkedHashMap<>();

    /** @throws OncewardException if two adapters have the same scheme */
    public BrokerAdapters(Collection<BrokerAdapter> adapters) {
        for (BrokerAdapter adapter : adapters) {
            BrokerAdapter other = byScheme.putIfAbsent(adapter.scheme(), adapter);
            if (other != null) {
                throw BrokerErrors.twoAdapters(adapter.scheme(), name(other), name(adapter));
            }
            adapter.missing().ifPresent(lacking -> missing.put(adapter, lacking));
        }
    }

    private static String name(BrokerAdapter adapter) {
        return adapter.getClass().getName();
    }

    /**
     * Finds the adapters of this application by {@link ServiceLoader}: where the core is, and where the application is.
     *
     * @throws OncewardException if one can't be loaded
     */
    public static List<BrokerAdapter> found() {
        Map<Class<?>, BrokerAdapter> found = new LinkedHashMap<>();
        Stream.of(BrokerAdapter.class.getClassLoader(), Thread.currentThread().getContextClassLoader())
                .filter(Objects::nonNull)
                .distinct()
                .forEach(loader -> addFound(loader, found));
        return new ArrayList<>(found.values());
    }

    private static void addFound(ClassLoader loader, Map<Class<?>, BrokerAdapter> found) {
        try {
            for (ServiceLoader.Provider<BrokerAdapter> provider :
                    ServiceLoader.load(BrokerAdapter.class, loader).stream().toList()) {
                found.computeIfAbsent(provider.type(), type -> provider.get());
            }
        } catch (ServiceConfigurationError e) {
            throw BrokerErrors.notLoaded(e);
        }
    }

    /** Returns all adapters in the order of their schemes. */
    public List<BrokerAdapter> all() {
        return List.copyOf(byScheme.values());
    }

    /** Returns the adapters that lack nothing. */
    public List<BrokerAdapter> usable() {
        return byScheme.values().stream()
                .filter(adapter -> !missing.containsKey(adapter))
                .toList();
    }

    /** Returns the schemes of all adapters. */
    Set<String> schemes() {
        return byScheme.keySet();
    }

    Optional<BrokerAdapter> of(String scheme) {
        return Optional.ofNullable(byScheme.get(scheme));
    }

    /**
     * Returns the adapter.
     *
     * @throws OncewardException if it lacks something
     */
    BrokerAdapter requireUsable(BrokerAdapter adapter) {
        Missing lacking = missing.get(adapter);
        if (lacking != null) {
            throw BrokerErrors.missingFeature(lacking.feature(), lacking.hint(), null);
        }
        return adapter;
    }

    /** @throws OncewardException if no adapter can work, naming what the first one lacks */
    public void requireAny() {
        if (usable().isEmpty()) {
            requireUsable(all().stream().findFirst().orElseThrow(BrokerErrors::none));
        }
    }
}
