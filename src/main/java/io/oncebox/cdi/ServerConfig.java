// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.config.OnceboxConfig;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** MicroProfile Config as the source. A class of its own, so that a server without it gets as far as the message. */
final class ServerConfig {

    private ServerConfig() {}

    /**
     * What the module sees that the JAR lies in: while the modules of an EAR start together, the thread's class loader
     * is that of the EAR, which sees none of their files.
     *
     * @throws io.oncebox.api.OnceboxException if a value is illegal
     */
    static OnceboxConfig read() {
        Config source = ConfigProvider.getConfig(ServerConfig.class.getClassLoader());
        return new OnceboxConfig(source.getPropertyNames(), name -> source.getOptionalValue(name, String.class));
    }
}
