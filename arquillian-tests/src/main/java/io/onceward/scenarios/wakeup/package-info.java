// SPDX-License-Identifier: Apache-2.0
/** The latency of an event. */
package io.onceward.scenarios.wakeup;
