// SPDX-License-Identifier: Apache-2.0
/** The transaction of the calling thread. Internal. */
package io.onceward.transaction;
