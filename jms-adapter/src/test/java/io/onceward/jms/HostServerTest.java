// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostServerTest {

    @ParameterizedTest
    @CsvSource({
        "org.jboss.modules.ModuleClassLoader, WILDFLY, java:/JmsXA",
        "org.glassfish.web.loader.WebappClassLoader, PAYARA, --transactionsupport XATransaction",
        "com.ibm.ws.classloading.internal.AppClassLoader, OPEN_LIBERTY, jmsConnectionFactory",
        "jdk.internal.loader.ClassLoaders$AppClassLoader, OTHER, JTA"
    })
    void lineToWriteIsThatOfTheServer(String classLoader, HostServer server, String line) {
        assertThat(HostServer.ofClassLoader(classLoader)).isEqualTo(server);
        assertThat(server.advice(Finding.NOT_ENLISTED)).contains(line);
    }
}
