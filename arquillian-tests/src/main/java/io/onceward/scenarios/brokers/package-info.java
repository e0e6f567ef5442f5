// SPDX-License-Identifier: Apache-2.0
/** Brokers other than those of Jakarta Messaging, each by an adapter in a JAR beside the one JAR. */
package io.onceward.scenarios.brokers;
