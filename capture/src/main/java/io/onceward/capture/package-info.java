// SPDX-License-Identifier: Apache-2.0
/** Log-based capture: events that a tool publishes from the log of the database, without a relay. */
package io.onceward.capture;
