// SPDX-License-Identifier: Apache-2.0
/** How long an event takes. */
package io.oncebox.scenarios.wakeup;
