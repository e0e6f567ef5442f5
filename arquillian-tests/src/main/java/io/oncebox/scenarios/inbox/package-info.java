// SPDX-License-Identifier: Apache-2.0
/** What a message does that comes once, twice or at the same time. */
package io.oncebox.scenarios.inbox;
