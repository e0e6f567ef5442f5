// SPDX-License-Identifier: Apache-2.0
/** Payloads that are compressed and encrypted in the tables. */
package io.onceward.scenarios.payloads;
