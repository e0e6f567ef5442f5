// SPDX-License-Identifier: Apache-2.0
/** Access to the console on servers. */
package io.onceward.scenarios.console;
