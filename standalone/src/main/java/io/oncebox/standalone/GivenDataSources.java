// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.config.Key;
import io.oncebox.log.StandaloneErrors;
import io.oncebox.spi.DataSourceAccess;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The datasources of the builder. */
record GivenDataSources(Map<String, DataSource> byName) implements DataSourceAccess {

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public Optional<DataSource> find(String name) {
        DataSource given = byName.get(name);
        if (given == null) {
            throw StandaloneErrors.unknownResource("datasource", name, Key.DATASOURCE.text(), byName.keySet());
        }
        return Optional.of(given);
    }
}
