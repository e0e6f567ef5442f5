// SPDX-License-Identifier: Apache-2.0
/** When the check of a connection runs, on which thread, who waits for it, and what uses the connection afterwards. */
package io.onceward.jms.check;
