// SPDX-License-Identifier: Apache-2.0
/**
 * The sinks for the metrics of a server and for its OpenTelemetry. Loaded only if the server has them.
 *
 * <p>{@link io.onceward.telemetry.OpenTelemetryTraces} is public API and follows semantic versioning: applications in a plain JVM
 * give it to the builder. The other types are internal, and may change with any version.
 *
 * <p>Unless a method says otherwise, arguments and results are not {@code null}; a {@code null} argument throws {@link
 * java.lang.NullPointerException}.
 */
package io.onceward.telemetry;
