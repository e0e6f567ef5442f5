// SPDX-License-Identifier: Apache-2.0
/** Transactions that a server does not resume after an inner one has failed at its commit. */
package io.onceward.scenarios.inner;
