// SPDX-License-Identifier: Apache-2.0
/** Every configuration key with its type, default and meaning, and what was read from it. */
package io.oncebox.config;
