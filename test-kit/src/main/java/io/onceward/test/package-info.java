// SPDX-License-Identifier: Apache-2.0
/**
 * A test kit for applications that use Onceward: the engine of the product, in memory, without a server and without a broker.
 * {@link io.onceward.test.TestOutbox} is the way in.
 *
 * <p>Everything that is public in this package is public API and follows semantic versioning.
 *
 * <p>Unless a method says otherwise, arguments and results are not {@code null}; a {@code null} argument throws {@link
 * java.lang.NullPointerException}. The same holds for the elements of collections.
 */
package io.onceward.test;
