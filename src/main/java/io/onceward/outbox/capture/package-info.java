// SPDX-License-Identifier: Apache-2.0
/** The port to log-based capture, which is a JAR of its own, and what operators see of it. */
package io.onceward.outbox.capture;
