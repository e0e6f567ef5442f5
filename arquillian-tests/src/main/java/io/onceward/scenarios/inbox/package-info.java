// SPDX-License-Identifier: Apache-2.0
/** Messages that arrive once, twice or at the same time. */
package io.onceward.scenarios.inbox;
