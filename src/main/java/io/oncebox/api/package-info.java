// SPDX-License-Identifier: Apache-2.0
/**
 * What applications import: the annotations, {@link io.oncebox.api.Outbox} and its metadata, and the one exception type.
 *
 * <p>Everything in this package is public API and follows semantic versioning. Nothing else in the JAR is meant for
 * applications, {@code io.oncebox.spi} excepted, which is for adapters.
 */
package io.oncebox.api;
