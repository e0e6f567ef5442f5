// SPDX-License-Identifier: Apache-2.0
/**
 * Onceward in a plain JVM: without a server, but with a JTA transaction manager, datasources that join its transactions,
 * and a JMS connection factory or another broker adapter. For users; {@link io.onceward.standalone.Onceward} is the way in.
 *
 * <p>Everything in this package is public API and follows semantic versioning.
 *
 * <p>Unless a method says otherwise, arguments and results are not {@code null}; a {@code null} argument throws {@link
 * java.lang.NullPointerException}. The same holds for the elements of collections. Onceward passes no {@code null} to an
 * implementation unless the documentation of the method says otherwise.
 */
package io.onceward.standalone;
