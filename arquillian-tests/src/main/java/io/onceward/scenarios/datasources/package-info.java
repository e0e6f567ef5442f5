// SPDX-License-Identifier: Apache-2.0
/** A persistence unit with another datasource than Onceward's. */
package io.onceward.scenarios.datasources;
