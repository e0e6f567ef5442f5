// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.config.OncewardConfig;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The configuration from MicroProfile Config. A separate class, so that a server without it gets the error message. */
public final class ServerConfig {

    private ServerConfig() {}

    /**
     * Reads the configuration that the module of the JAR sees. While the modules of an EAR start, the thread has the class
     * loader of the EAR, which does not see their files.
     *
     * @throws io.onceward.api.OncewardException if a value is illegal
     */
    public static OncewardConfig read() {
        Config source = ConfigProvider.getConfig(ServerConfig.class.getClassLoader());
        return new OncewardConfig(source.getPropertyNames(), name -> source.getOptionalValue(name, String.class));
    }
}
