// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Optional;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The seam through which the outbox and the inbox reach a datasource of the server. What it returns must join the
 * transaction of the calling thread in every phase, {@code beforeCompletion} included; on some servers that isn't the
 * datasource that applications use. Found by {@link java.util.ServiceLoader}; the first answer in the order of
 * {@link #priority()} is used and then proved by the self-check at deployment.
 *
 * @since 0.1
 */
public interface DataSourceAccess {

    /** The highest is asked first. */
    int priority();

    /**
     * The datasource for this JNDI name, or empty if this way of access doesn't apply here.
     *
     * @throws NamingException if it applies, and nothing has this name
     */
    Optional<DataSource> find(String name) throws NamingException;

    /**
     * Whether what the application does with this datasource now, on this thread, takes part in the thread's transaction,
     * which is active. A claim that committed without the effects, or the other way round, would be worse than none.
     */
    default boolean joinedByApplication(String name) {
        return true;
    }
}
