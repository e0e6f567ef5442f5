// SPDX-License-Identifier: Apache-2.0
/** Onceward in an EAR. */
package io.onceward.scenarios.ear;
