// SPDX-License-Identifier: Apache-2.0
/**
 * The ports to the database ({@code …Store}), and the rows, lanes and policies that they read and write. Internal: applications
 * and adapters do not use this package, and it may change with any version.
 */
package io.onceward.queue.store;
