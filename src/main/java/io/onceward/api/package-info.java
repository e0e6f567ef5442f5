// SPDX-License-Identifier: Apache-2.0
/**
 * The types that applications import: the annotations, {@link io.onceward.api.Outbox} and {@link io.onceward.api.Inbox} with their
 * metadata, the administration, the log context, and the exceptions.
 *
 * <p>Everything in this package is public API and follows semantic versioning. Of the other packages of the JAR, applications
 * use only these types, which are public API, too:
 *
 * <ul>
 *   <li>{@link io.onceward.spi.PayloadCodec}, which an application may implement
 *   <li>{@link io.onceward.telemetry.OpenTelemetryTraces}, which an application in a plain JVM gives to the builder
 * </ul>
 *
 * <p>Adapters use {@code io.onceward.spi}, too.
 *
 * <p>The results of the administration are interfaces that applications don't implement, and the parameters with many values are
 * immutable classes with {@code with…} methods. Both can grow without breaking applications.
 *
 * <p>Unless a method says otherwise, arguments and results are not {@code null}; a {@code null} argument throws {@link
 * java.lang.NullPointerException}.
 */
package io.onceward.api;
