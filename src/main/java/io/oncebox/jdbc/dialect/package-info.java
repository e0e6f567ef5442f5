// SPDX-License-Identifier: Apache-2.0
/** What differs from database to database: one class and one DDL file each. */
package io.oncebox.jdbc.dialect;
