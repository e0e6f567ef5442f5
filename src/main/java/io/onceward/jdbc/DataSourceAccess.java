// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import java.util.Optional;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * Access of the outbox and the inbox to a datasource of the server. Connections of the returned datasource must join the
 * transaction of the calling thread in every phase, including {@code beforeCompletion}; on some servers the datasource that
 * applications use does not. Implementations are found by {@link java.util.ServiceLoader}. Onceward uses the first answer in the
 * order of {@link #priority()}, and the self-check verifies it at deployment. Thread-safe.
 *
 * @since 0.1
 */
public interface DataSourceAccess {

    /** Returns the priority. Onceward asks the implementation with the highest one first. */
    int priority();

    /**
     * Finds a datasource.
     *
     * @param name the configured JNDI name; not {@code null}
     * @return empty if this implementation does not apply to this server
     * @throws NamingException if it applies, and no object has this name
     */
    Optional<DataSource> find(String name) throws NamingException;

    /**
     * Returns whether statements of the application on this datasource take part in the active transaction of the calling
     * thread. If not, Onceward refuses the call: claim and effects would not commit together.
     *
     * @param name the configured JNDI name; not {@code null}
     */
    default boolean isJoinedByApplication(String name) {
        return true;
    }
}
