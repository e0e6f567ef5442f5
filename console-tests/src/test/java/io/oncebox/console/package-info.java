// SPDX-License-Identifier: Apache-2.0
/** The console in a servlet container, with queues that need no database. */
package io.oncebox.console;
