// SPDX-License-Identifier: Apache-2.0
/**
 * The applications of a cluster whose nodes are servers: one places orders, one publishes their events, and one bills,
 * ships and packs what was ordered. The fault tests start them, and have made the tables before.
 */
package io.onceward.scenarios.cluster;
