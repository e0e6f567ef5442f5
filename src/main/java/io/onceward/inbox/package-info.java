// SPDX-License-Identifier: Apache-2.0
/**
 * Receiving: for each handler, the effects of a message commit at most once. Holds the ports to the database for claims ({@code
 * …Store}). Internal: applications and adapters do not use this package, and it may change with any version.
 */
package io.onceward.inbox;
