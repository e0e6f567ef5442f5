// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

/** What a node of the cluster does. */
enum Role {
    PRODUCER,
    RELAY,
    CONSUMER
}
