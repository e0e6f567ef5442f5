// SPDX-License-Identifier: Apache-2.0
/** The configuration keys with their types, defaults and meanings, and the values that were read. */
package io.onceward.config;
