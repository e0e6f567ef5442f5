// SPDX-License-Identifier: Apache-2.0
/** Recording events from methods, observers, emitters and the outbox. */
package io.onceward.scenarios.capture;
