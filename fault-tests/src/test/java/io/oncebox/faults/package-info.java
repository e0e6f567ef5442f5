// SPDX-License-Identifier: Apache-2.0
/** Processes that die, and whether what they leave behind is put right by the next. */
package io.oncebox.faults;
