// SPDX-License-Identifier: Apache-2.0
/** The view of an operator on an application. */
package io.onceward.scenarios.observed;
