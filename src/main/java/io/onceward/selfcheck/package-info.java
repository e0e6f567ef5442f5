// SPDX-License-Identifier: Apache-2.0
/** The self-check: the proof, at deployment, that recording and claiming join the transaction of the caller. */
package io.onceward.selfcheck;
