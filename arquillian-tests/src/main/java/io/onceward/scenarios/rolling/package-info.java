// SPDX-License-Identifier: Apache-2.0
/** Two versions of an application at the same time, with an event class in two shapes. */
package io.onceward.scenarios.rolling;
