// SPDX-License-Identifier: Apache-2.0
/** Receiving: each message's effects at most once for each handler. */
package io.oncebox.inbox;
