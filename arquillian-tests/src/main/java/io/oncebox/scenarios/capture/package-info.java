// SPDX-License-Identifier: Apache-2.0
/** What makes an event, and what becomes of it. */
package io.oncebox.scenarios.capture;
