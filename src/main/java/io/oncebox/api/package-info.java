// SPDX-License-Identifier: Apache-2.0
/**
 * The types that applications import: the annotations, {@link io.oncebox.api.Outbox} and {@link io.oncebox.api.Inbox} with their
 * metadata, the administration, and the exceptions.
 *
 * <p>Everything in this package is public API and follows semantic versioning. Applications use no other package of the JAR;
 * adapters use {@code io.oncebox.spi}, too.
 *
 * <p>The results of the administration are interfaces that applications don't implement, and the parameters with many values are
 * immutable classes with {@code with…} methods. Both can grow without breaking applications.
 *
 * <p>Unless a method says otherwise, arguments and results are not {@code null}; a {@code null} argument throws {@link
 * java.lang.NullPointerException}.
 */
package io.oncebox.api;
