// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.config.OnceboxConfig;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** MicroProfile Config as the source. A class of its own, so that a server without it gets as far as the message. */
final class ServerConfig {

    private ServerConfig() {}

    /** @throws io.oncebox.api.OnceboxException if a value is illegal */
    static OnceboxConfig read() {
        Config source = ConfigProvider.getConfig();
        return new OnceboxConfig(source.getPropertyNames(), name -> source.getOptionalValue(name, String.class));
    }
}
