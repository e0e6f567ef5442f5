// SPDX-License-Identifier: Apache-2.0
/** Requests that are answered once. */
package io.onceward.scenarios.http;
