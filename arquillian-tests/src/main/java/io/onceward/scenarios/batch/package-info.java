// SPDX-License-Identifier: Apache-2.0
/** Batches that fail because of one event. */
package io.onceward.scenarios.batch;
