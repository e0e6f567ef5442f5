// SPDX-License-Identifier: Apache-2.0
/**
 * An application that sells, and handles its sales by a durable observer, a durable method and a batch handler, for scenarios that are
 * driven from outside of the server.
 */
package io.onceward.scenarios.sales;
