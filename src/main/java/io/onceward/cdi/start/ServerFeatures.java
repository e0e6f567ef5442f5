// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceward.cdi.deployment.Feature;
import io.onceward.engine.Engine;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.telemetry.MicroProfileMetrics;
import io.onceward.telemetry.MicrometerMetrics;
import io.onceward.telemetry.OpenTelemetryMetrics;
import io.onceward.telemetry.OpenTelemetryTraces;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.inject.Instance;
import java.util.function.Consumer;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** Optional features of the server for monitoring. The classes of an absent feature are not loaded. */
final class ServerFeatures {

    private static final String METRICS = "org.eclipse.microprofile.metrics.MetricRegistry";
    private static final String OPEN_TELEMETRY = "io.opentelemetry.api.OpenTelemetry";
    private static final String MICROMETER = "io.micrometer.core.instrument.MeterRegistry";

    private ServerFeatures() {}

    /** Connects the engine to the metrics and traces of the server. */
    static void connect(Engine engine, Instance<Object> beans) {
        MetricsRecorder metrics = engine.metrics();
        connectIfThere(METRICS, () -> Metrics.connect(metrics, beans), StartLog::metricsNotFound);
        connectIfThere(OPEN_TELEMETRY, () -> Telemetry.measure(metrics, beans), StartLog::metricsNotFound);
        connectIfThere(OPEN_TELEMETRY, () -> Telemetry.trace(engine, beans), StartLog::tracingNotFound);
        connectIfThere(MICROMETER, () -> Micrometer.connect(metrics, beans), StartLog::metricsNotFound);
    }

    /** Connects one feature; a failure does not keep the application from starting. */
    private static void connectIfThere(String type, Runnable connecting, Consumer<Throwable> failed) {
        if (Feature.isThere(type)) {
            try {
                connecting.run();
            } catch (RuntimeException | LinkageError e) {
                failed.accept(e);
            }
        }
    }

    private static final class Metrics {

        private Metrics() {}

        static void connect(MetricsRecorder metrics, Instance<Object> beans) {
            Instance<MetricRegistry> registry = beans.select(MetricRegistry.class);
            if (registry.isResolvable()) {
                metrics.addSink(new MicroProfileMetrics(registry.get()));
            }
        }
    }

    private static final class Telemetry {

        private Telemetry() {}

        static void measure(MetricsRecorder metrics, Instance<Object> beans) {
            Instance<OpenTelemetry> telemetry = beans.select(OpenTelemetry.class);
            if (telemetry.isResolvable()) {
                metrics.addSink(new OpenTelemetryMetrics(telemetry.get()));
            }
        }

        static void trace(Engine engine, Instance<Object> beans) {
            Instance<OpenTelemetry> telemetry = beans.select(OpenTelemetry.class);
            if (telemetry.isResolvable()) {
                engine.traceWith(new OpenTelemetryTraces(telemetry.get()));
            }
        }
    }

    private static final class Micrometer {

        private Micrometer() {}

        static void connect(MetricsRecorder metrics, Instance<Object> beans) {
            Instance<MeterRegistry> registry = beans.select(MeterRegistry.class);
            if (registry.isResolvable()) {
                metrics.addSink(new MicrometerMetrics(registry.get()));
            }
        }
    }
}
