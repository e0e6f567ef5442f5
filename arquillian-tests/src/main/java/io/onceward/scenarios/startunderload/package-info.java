// SPDX-License-Identifier: Apache-2.0
/** A server that starts with a backlog of messages. */
package io.onceward.scenarios.startunderload;
