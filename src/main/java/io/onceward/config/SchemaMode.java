// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

/** The treatment of the tables when the application starts. */
public enum SchemaMode {
    NONE,
    VALIDATE,
    CREATE
}
