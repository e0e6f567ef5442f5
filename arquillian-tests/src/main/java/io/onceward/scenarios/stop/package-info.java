// SPDX-License-Identifier: Apache-2.0
/** A server that is stopped while it is at work. */
package io.onceward.scenarios.stop;
