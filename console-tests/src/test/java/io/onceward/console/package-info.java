// SPDX-License-Identifier: Apache-2.0
/** The console in a servlet container, with an outbox and an inbox in memory. */
package io.onceward.console;
