// SPDX-License-Identifier: Apache-2.0
/** Apache Kafka at both ends: the broker adapter for destinations {@code kafka:…}. */
package io.onceward.kafka;
