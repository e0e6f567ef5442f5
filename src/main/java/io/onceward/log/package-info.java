// SPDX-License-Identifier: Apache-2.0
/** What makes exceptions with a code and tells their kinds, and the errors that several packages share. */
package io.onceward.log;
