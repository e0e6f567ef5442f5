// SPDX-License-Identifier: Apache-2.0
/** What follows a message from its recording to its handlers: trace, correlation id, and the context of log lines. */
package io.oncebox.tracing;
