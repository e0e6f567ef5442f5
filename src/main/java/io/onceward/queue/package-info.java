// SPDX-License-Identifier: Apache-2.0
/**
 * What all parts of the durable, ordered queue share, which the outbox and the stored inbox have in common: the recorded event, the
 * two sides, the rules for names, and the widths of columns. Internal: applications and adapters do not use this package, and it may
 * change with any version.
 */
package io.onceward.queue;
