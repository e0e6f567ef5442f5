// SPDX-License-Identifier: Apache-2.0
/** A broker that goes away and comes back. */
package io.onceward.scenarios.outage;
