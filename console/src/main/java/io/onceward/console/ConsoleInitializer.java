// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.OncewardException;
import io.onceward.cdi.deployment.ServerConfig;
import io.onceward.config.ConsoleConfig;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Optional;
import java.util.Set;

/** Adds the console to a web application that contains its JAR and enables it. Called by the server. */
public class ConsoleInitializer implements ServletContainerInitializer {

    /** Called by the server. */
    public ConsoleInitializer() {}

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        config().filter(ConsoleConfig::enabled).ifPresent(config -> register(config, context));
    }

    /** Reads the configuration; the extension reports what is wrong with it, and refuses the deployment. */
    private static Optional<ConsoleConfig> config() {
        try {
            return Optional.of(ServerConfig.read().console());
        } catch (OncewardException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static void register(ConsoleConfig config, ServletContext context) {
        ConsoleServlet servlet = new ConsoleServlet(
                config, () -> beans().outbox(), () -> beans().inbox(), () -> beans().node(), () -> beans().clusters());
        ConsoleRegistration.add(context, config, servlet);
    }

    private static ConsoleBeans beans() {
        return CDI.current().select(ConsoleBeans.class).get();
    }
}
