/** The tables, by JDBC. */
package io.oncebox.jdbc;
