// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.engine.Engine;
import io.oncebox.health.OnceboxLiveness;
import io.oncebox.health.OnceboxReadiness;
import io.oncebox.log.Log;
import io.oncebox.metrics.Meters;
import io.oncebox.telemetry.MicroProfileMetrics;
import io.oncebox.telemetry.OpenTelemetryTraces;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import java.util.List;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** What a server may offer to whoever watches it. What it doesn't have is not even loaded. */
final class ServerFeatures {

    private static final String HEALTH = "org.eclipse.microprofile.health.HealthCheck";
    private static final String METRICS = "org.eclipse.microprofile.metrics.MetricRegistry";

    private static final String OPEN_TELEMETRY = "io.opentelemetry.api.OpenTelemetry";

    private ServerFeatures() {}

    /** Adds the checks of MicroProfile Health. Their classes are no beans by themselves, so that nothing looks at them. */
    static void addHealthChecks(BeforeBeanDiscovery event) {
        if (isThere(HEALTH)) {
            Health.addChecks(event);
        }
    }

    /** Tells the server's metrics what is measured, and its OpenTelemetry what is done. */
    static void connect(Engine engine, Instance<Object> beans) {
        if (isThere(METRICS)) {
            Metrics.connect(engine.meters(), beans);
        }
        if (isThere(OPEN_TELEMETRY)) {
            Traces.connect(engine, beans);
        }
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, ServerFeatures.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static final class Health {

        private Health() {}

        static void addChecks(BeforeBeanDiscovery event) {
            for (Class<?> check : List.of(OnceboxReadiness.class, OnceboxLiveness.class)) {
                event.addAnnotatedType(check, check.getName()).add(ApplicationScoped.Literal.INSTANCE);
            }
        }
    }

    private static final class Metrics {

        private Metrics() {}

        static void connect(Meters meters, Instance<Object> beans) {
            try {
                Instance<MetricRegistry> registry = beans.select(MetricRegistry.class);
                if (registry.isResolvable()) {
                    meters.tell(new MicroProfileMetrics(registry.get()));
                }
            } catch (RuntimeException | LinkageError e) { // it must not keep the application from starting
                Log.metricsNotFound(e);
            }
        }
    }

    private static final class Traces {

        private Traces() {}

        static void connect(Engine engine, Instance<Object> beans) {
            try {
                Instance<OpenTelemetry> openTelemetry = beans.select(OpenTelemetry.class);
                if (openTelemetry.isResolvable()) {
                    engine.tell(new OpenTelemetryTraces(openTelemetry.get()));
                }
            } catch (RuntimeException | LinkageError e) { // it must not keep the application from starting
                Log.tracingNotFound(e);
            }
        }
    }
}
