// SPDX-License-Identifier: Apache-2.0
/** A server that is killed. */
package io.onceward.scenarios.crash;
