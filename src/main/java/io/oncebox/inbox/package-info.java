// SPDX-License-Identifier: Apache-2.0
/** Receiving: for each handler, the effects of a message commit at most once. */
package io.oncebox.inbox;
