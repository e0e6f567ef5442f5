// SPDX-License-Identifier: Apache-2.0
/** Transactions in a transaction: each caller, each kind of inner bean, each end of the inner transaction. */
package io.onceward.scenarios.nested;
