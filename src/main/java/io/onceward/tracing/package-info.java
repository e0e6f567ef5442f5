// SPDX-License-Identifier: Apache-2.0
/** Context propagation: trace, correlation id, log context and contexts of the application, from the recording of an event to its handlers. */
package io.onceward.tracing;
