// SPDX-License-Identifier: Apache-2.0
/** Kafka by its adapter, in a JAR beside the one JAR. */
package io.oncebox.scenarios.kafka;
