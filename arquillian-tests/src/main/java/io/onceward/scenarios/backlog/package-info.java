// SPDX-License-Identifier: Apache-2.0
/** Many events that wait. */
package io.onceward.scenarios.backlog;
