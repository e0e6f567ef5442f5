// SPDX-License-Identifier: Apache-2.0
/** What an event looks like as a message, and where it goes. */
package io.oncebox.scenarios.message;
