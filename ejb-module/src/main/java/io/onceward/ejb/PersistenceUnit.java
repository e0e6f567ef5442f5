// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import java.util.Map;

/**
 * A persistence unit of a {@code META-INF/persistence.xml}.
 *
 * @param name empty if the unit has none
 * @param isJta whether its transactions are those of the server
 * @param provider the class name of the persistence provider; empty for that of the server
 * @param jtaDataSource the name of the datasource in transactions; empty for the default datasource
 * @param otherDataSource the name of the datasource outside of transactions; empty if there is none
 * @param properties the properties by their names
 */
record PersistenceUnit(
        String name,
        boolean isJta,
        String provider,
        String jtaDataSource,
        String otherDataSource,
        Map<String, String> properties) {}
