// SPDX-License-Identifier: Apache-2.0
/** Message-driven beans with more instances than the datasource has connections. */
package io.onceward.scenarios.connections;
