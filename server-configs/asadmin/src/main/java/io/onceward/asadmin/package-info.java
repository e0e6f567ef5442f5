// SPDX-License-Identifier: Apache-2.0
/** Domains of Payara Server and GlassFish, operated by {@code asadmin} as an administrator does. */
package io.onceward.asadmin;
