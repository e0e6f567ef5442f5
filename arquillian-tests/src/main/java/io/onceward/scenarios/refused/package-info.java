// SPDX-License-Identifier: Apache-2.0
/** Applications that must not be deployed. */
package io.onceward.scenarios.refused;
