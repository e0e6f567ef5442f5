// SPDX-License-Identifier: Apache-2.0
/** Context propagation: trace, correlation id and log context, from the recording of an event to its handlers. */
package io.onceward.tracing;
