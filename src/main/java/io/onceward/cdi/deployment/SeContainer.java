// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.config.JndiName;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;

/** A CDI container for Java SE, as tests start one. It names no class that a server may lack. */
final class SeContainer {

    /** The provider of such a container; no server shows one to applications. */
    private static final String PROVIDER = "META-INF/services/jakarta.enterprise.inject.se.SeContainerInitializer";

    private SeContainer() {}

    /**
     * Returns whether the application runs in one: the class path has a provider, and there is no JNDI. A server without JNDI
     * has no provider, so it is refused like any server without a feature.
     */
    static boolean runs() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader != null && loader.getResource(PROVIDER) != null && !hasJndi();
    }

    private static boolean hasJndi() {
        try {
            new JndiName(Feature.REGISTRY).lookup(Object.class);
            return true;
        } catch (NoInitialContextException e) {
            return false;
        } catch (NamingException | RuntimeException e) {
            return true; // the name may exist later
        }
    }
}
