// SPDX-License-Identifier: Apache-2.0
/** The self-check of connections to brokers. */
package io.onceward.scenarios.brokercheck;
