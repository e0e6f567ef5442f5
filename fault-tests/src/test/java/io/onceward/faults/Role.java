// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/** The role of a node in the cluster. */
enum Role {
    PRODUCER,
    RELAY,
    CONSUMER
}
