// SPDX-License-Identifier: Apache-2.0
/** A row and a message in one transaction: with and without XA, with and without Onceward. */
package io.onceward.scenarios.transactions;
