// SPDX-License-Identifier: Apache-2.0
/**
 * The EJB side: the timer of the relay, and transactions of the EJB container. The beans have a prefix in their names, because
 * in a WAR they share a namespace with the beans of the application.
 */
package io.onceward.ejb;
