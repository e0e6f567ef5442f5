// SPDX-License-Identifier: Apache-2.0
/** Local channels, durable observers and durable methods: the application's own code runs after the commit, without a broker. */
package io.onceward.scenarios.local;
