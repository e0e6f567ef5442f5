// SPDX-License-Identifier: Apache-2.0
/** The message of an event, and its destination. */
package io.onceward.scenarios.message;
