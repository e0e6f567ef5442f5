// SPDX-License-Identifier: Apache-2.0
/** The access of the scenarios' applications to broker and database. Deployed with them. */
package io.onceward.scenarios.support;
