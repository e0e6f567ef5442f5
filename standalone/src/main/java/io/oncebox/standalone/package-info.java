// SPDX-License-Identifier: Apache-2.0
/**
 * Oncebox in a plain JVM: without a server, but with a JTA transaction manager, datasources that join its transactions,
 * and a JMS connection factory or another broker adapter. For users; {@link io.oncebox.standalone.Oncebox} is the way in.
 */
package io.oncebox.standalone;
