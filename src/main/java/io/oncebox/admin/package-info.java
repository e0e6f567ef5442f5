// SPDX-License-Identifier: Apache-2.0
/** What those see and change who operate the application: how much waits, which events, and the changes to them, audited. */
package io.oncebox.admin;
