// SPDX-License-Identifier: Apache-2.0
/** A server that is killed while durable observers, durable methods and a batch handler work under load. */
package io.onceward.scenarios.localcrash;
