// SPDX-License-Identifier: Apache-2.0
/** Jakarta REST: resource methods that run once for each {@code Idempotency-Key}. Loaded only if the server has it. */
package io.onceward.http;
