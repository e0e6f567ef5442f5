// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

/** The treatment of the tables when the application starts. */
public enum SchemaMode {
    NONE,
    VALIDATE,
    CREATE
}
