// SPDX-License-Identifier: Apache-2.0
/** Recording: from a payload to a row that is written late in the transaction of the caller. */
package io.onceward.outbox;
