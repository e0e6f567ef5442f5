// SPDX-License-Identifier: Apache-2.0
/** Recording among the other things that surround a method: transactions, validation, security, interceptors. */
package io.onceward.scenarios.interceptors;
