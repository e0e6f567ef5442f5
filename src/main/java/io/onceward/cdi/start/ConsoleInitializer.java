// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.InboxAdmin;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxAdmin;
import io.onceward.cdi.deployment.ServerConfig;
import io.onceward.config.ConsoleConfig;
import io.onceward.console.ConsoleRegistration;
import io.onceward.console.ConsoleServlet;
import io.onceward.console.Node;
import io.onceward.engine.Engine;
import io.onceward.metrics.Metric;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Optional;
import java.util.Set;

/** Adds the console to a web application that contains the JAR and enables it. Called by the server. */
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
                config,
                () -> bean(OutboxAdmin.class),
                () -> bean(InboxAdmin.class),
                ConsoleInitializer::node,
                () -> bean(EngineGate.class).now().clusters());
        ConsoleRegistration.add(context, config, servlet);
    }

    private static Node node() {
        Engine engine = bean(EngineGate.class).now();
        return new Node(
                engine.outages(),
                engine.connections(),
                engine.captures(),
                engine.metrics().total(Metric.RECORDED),
                engine.metrics().total(Metric.SENT),
                engine.metrics().total(Metric.PROCESS_DURATION));
    }

    private static <T> T bean(Class<T> type) {
        return CDI.current().select(type).get();
    }
}
