// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.OncewardException;
import io.onceward.config.JndiName;
import io.onceward.log.DeploymentErrors;
import java.util.Arrays;
import javax.naming.NamingException;

/**
 * The features of the server that Onceward needs, whatever the broker. Each is checked by the name of one class, before the code refers to the
 * classes of the feature: a server does not load the classes of a feature that is off.
 */
public enum Feature {
    JAKARTA_EE_10(
            "Jakarta EE 10 (CDI 4.0)",
            "jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension",
            "Open Liberty: add <feature>webProfile-10.0</feature> or newer; WildFly: version 27 or newer;"
                    + " Payara: version 6 or newer"),
    CONFIG(
            "MicroProfile Config",
            "org.eclipse.microprofile.config.ConfigProvider",
            "Open Liberty: add <feature>mpConfig-3.1</feature>; WildFly: run"
                    + " /extension=org.wildfly.extension.microprofile.config-smallrye:add and"
                    + " /subsystem=microprofile-config-smallrye:add"),
    TRANSACTIONS(
            "Jakarta Transactions",
            "jakarta.transaction.TransactionSynchronizationRegistry",
            "Open Liberty: add <feature>webProfile-10.0</feature>; WildFly: add /subsystem=transactions"),
    ENTERPRISE_BEANS(
            "Jakarta Enterprise Beans with timers",
            "jakarta.ejb.TimerService",
            "Open Liberty: add <feature>enterpriseBeansLite-4.0</feature>; WildFly: add"
                    + " /subsystem=ejb3/service=timer-service"),
    CONCURRENCY(
            "Jakarta Concurrency",
            "jakarta.enterprise.concurrent.ManagedExecutorService",
            "Open Liberty: add <feature>concurrent-3.0</feature>; WildFly: restore the default-bindings of /subsystem=ee"),
    JSON_BINDING(
            "Jakarta JSON Binding",
            "jakarta.json.bind.Jsonb",
            "Open Liberty: add <feature>jsonb-3.0</feature>; WildFly: install the module org.eclipse.yasson");

    /** The JNDI name of the registry of Jakarta Transactions. */
    public static final String REGISTRY = "java:comp/TransactionSynchronizationRegistry";

    private final String text;
    private final String type;
    private final String hint;

    Feature(String text, String type, String hint) {
        this.text = text;
        this.type = type;
        this.hint = hint;
    }

    /** @throws OncewardException if this server lacks a feature; the message names the first one */
    static void verify(ClassLoader server) {
        Arrays.stream(values()).forEach(feature -> feature.demand(server));
    }

    private void demand(ClassLoader server) {
        try {
            Class.forName(type, false, server);
        } catch (ClassNotFoundException | LinkageError e) {
            throw missing(e);
        }
    }

    /** Returns whether the server has a class of an optional feature. */
    public static boolean isThere(String type) {
        try {
            Class.forName(type, false, Feature.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private OncewardException missing(Throwable cause) {
        return DeploymentErrors.missingFeature(text, hint, cause);
    }

    /**
     * Returns a resource of this feature.
     *
     * @throws OncewardException if it has no name in the server, although the feature may be on
     */
    public <T> T lookup(String name, Class<T> resource) {
        try {
            return new JndiName(name).lookup(resource);
        } catch (NamingException | ClassCastException e) {
            throw DeploymentErrors.missingFeature(name + " (" + text + ")", hint, e);
        }
    }
}
