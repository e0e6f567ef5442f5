// SPDX-License-Identifier: Apache-2.0
/** What MicroProfile Health asks. Loaded only where the server has it. */
package io.oncebox.health;
