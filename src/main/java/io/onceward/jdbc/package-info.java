// SPDX-License-Identifier: Apache-2.0
/** The stores: the ports of {@code queue} and {@code inbox}, implemented with JDBC on the tables of one datasource. Internal. */
package io.onceward.jdbc;
