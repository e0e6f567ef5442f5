// SPDX-License-Identifier: Apache-2.0
/**
 * What broker adapters, payload codecs and bridges to tracing systems implement, and the values that they build and receive.
 * Applications implement {@link io.onceward.spi.PayloadCodec}. The package knows no broker.
 *
 * <p>Everything in this package is public API for adapters and follows semantic versioning.
 *
 * <p>Unless the documentation of a method says otherwise, Onceward passes no {@code null} to an implementation, and an
 * implementation returns no {@code null}. The same holds for the elements of collections and the components of records. Onceward
 * treats a {@code null} against this rule like an exception of the implementation.
 */
package io.onceward.spi;
