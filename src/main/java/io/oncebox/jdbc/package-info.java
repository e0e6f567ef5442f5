// SPDX-License-Identifier: Apache-2.0
/** The tables, by JDBC. */
package io.oncebox.jdbc;
