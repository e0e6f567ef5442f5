// SPDX-License-Identifier: Apache-2.0
/** The administration of outbox and stored inbox: backlog figures, events, and audited changes. */
package io.onceward.admin;
