// SPDX-License-Identifier: Apache-2.0
/** The codec chain: payloads are compressed and encrypted in their rows. Internal: applications must not use it. */
package io.onceward.queue.payload;
