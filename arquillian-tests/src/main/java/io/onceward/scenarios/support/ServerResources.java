// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The resources of the server's configuration, looked up as Onceward does it. {@code @Resource(lookup = …)} would mean
 * {@code java:comp/env} to some servers, where a name has no scheme.
 */
public final class ServerResources {

    private ServerResources() {}

    /** The datasource of this name. */
    public static DataSource dataSource(String name) {
        try {
            return (DataSource) lookup(name);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The server's default connection factory. */
    public static ConnectionFactory connectionFactory() {
        try {
            return (ConnectionFactory) lookup("java:comp/DefaultJMSConnectionFactory");
        } catch (NamingException e) {
            return connectionFactory("jms/__defaultConnectionFactory"); // Payara Micro lacks the standard name
        }
    }

    /** The connection factory of this name. */
    public static ConnectionFactory connectionFactory(String name) {
        try {
            return (ConnectionFactory) lookup(name);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The destination of this name. */
    public static Destination destination(String name) {
        try {
            return (Destination) lookup(name);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("BanJNDI") // a name of the test's own configuration
    private static Object lookup(String name) throws NamingException {
        return InitialContext.doLookup(name);
    }
}
