// SPDX-License-Identifier: Apache-2.0
/** Idempotent calls. */
package io.onceward.scenarios.calls;
