// SPDX-License-Identifier: Apache-2.0
/** Beans of the application are told of parked messages and open circuit breakers. */
package io.onceward.scenarios.alerts;
