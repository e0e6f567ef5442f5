// SPDX-License-Identifier: Apache-2.0
/**
 * The databases: one class and one DDL file for each. A dialect has the SQL in which its database differs (paging, locks, claims,
 * times), the codes of its failures, and the oldest version that it supports.
 */
package io.onceward.jdbc.dialect;
