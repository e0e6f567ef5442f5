// SPDX-License-Identifier: Apache-2.0
/** RabbitMQ at both ends: the broker adapter for destinations {@code rabbitmq:…}. */
package io.onceward.rabbitmq;
