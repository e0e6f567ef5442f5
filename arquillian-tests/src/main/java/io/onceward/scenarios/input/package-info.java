// SPDX-License-Identifier: Apache-2.0
/** Events that can be neither stored nor published. */
package io.onceward.scenarios.input;
