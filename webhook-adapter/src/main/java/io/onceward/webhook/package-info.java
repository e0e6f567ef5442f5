// SPDX-License-Identifier: Apache-2.0
/** Webhooks: the broker adapter for destinations {@code webhook:https://…}, which only publishes. */
package io.onceward.webhook;
