// SPDX-License-Identifier: Apache-2.0
/**
 * The container's part: the timer that drives the relay, and transactions by the means of Jakarta Enterprise Beans. In a WAR
 * the names of EJBs share one space with those of the application, which is why they have a prefix.
 */
package io.oncebox.ejb;
