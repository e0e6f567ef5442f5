// SPDX-License-Identifier: Apache-2.0
/** Payloads of an earlier version of the application. */
package io.onceward.scenarios.changes;
