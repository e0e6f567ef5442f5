// SPDX-License-Identifier: Apache-2.0
/** A server that is killed between a handler's commit and what comes after it. */
package io.onceward.scenarios.inboxcrash;
