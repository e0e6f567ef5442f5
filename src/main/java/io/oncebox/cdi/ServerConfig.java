// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.config.OnceboxConfig;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The configuration from MicroProfile Config. A separate class, so that a server without it gets the error message. */
final class ServerConfig {

    private ServerConfig() {}

    /**
     * Reads the configuration that the module of the JAR sees. While the modules of an EAR start, the thread has the class
     * loader of the EAR, which does not see their files.
     *
     * @throws io.oncebox.api.OnceboxException if a value is illegal
     */
    static OnceboxConfig read() {
        Config source = ConfigProvider.getConfig(ServerConfig.class.getClassLoader());
        return new OnceboxConfig(source.getPropertyNames(), name -> source.getOptionalValue(name, String.class));
    }
}
