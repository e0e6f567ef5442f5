// SPDX-License-Identifier: Apache-2.0
/** Two applications with Onceward on one server. */
package io.onceward.scenarios.apart;
