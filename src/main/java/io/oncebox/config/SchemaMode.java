// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

/** What happens to the tables when the application starts. */
public enum SchemaMode {
    NONE,
    VALIDATE,
    CREATE
}
