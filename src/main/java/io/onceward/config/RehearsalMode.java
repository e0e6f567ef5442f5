// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

/** What happens to waiting messages that this version of the application can't read. */
public enum RehearsalMode {
    OFF,
    WARN,
    PARK,
    REFUSE
}
