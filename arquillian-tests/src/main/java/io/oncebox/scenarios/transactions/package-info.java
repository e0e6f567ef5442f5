// SPDX-License-Identifier: Apache-2.0
/** What becomes of a row and a message in one transaction, with XA and without it, with Oncebox and without it. */
package io.oncebox.scenarios.transactions;
