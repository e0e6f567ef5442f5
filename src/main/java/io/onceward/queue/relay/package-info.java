// SPDX-License-Identifier: Apache-2.0
/**
 * The relay: the coordinator takes lanes and reads their events, the senders publish them or run a handler. Beside them stand
 * the lease of the node, the controls of operators, and the janitor of the archive. Internal: applications and adapters do not
 * use this package, and it may change with any version.
 */
package io.onceward.queue.relay;
