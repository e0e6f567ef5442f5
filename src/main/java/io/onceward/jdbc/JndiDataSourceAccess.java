// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.config.JndiName;
import java.util.Optional;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Finds the datasource by the JNDI name that the application uses. */
public final class JndiDataSourceAccess implements DataSourceAccess {

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public Optional<DataSource> find(String name) throws NamingException {
        return Optional.of(new JndiName(name).lookup(DataSource.class));
    }
}
