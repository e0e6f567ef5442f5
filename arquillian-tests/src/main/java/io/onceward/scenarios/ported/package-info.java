// SPDX-License-Identifier: Apache-2.0
/** The example {@code examples/jms}, as it was written and with its diff, on a server that is killed. */
package io.onceward.scenarios.ported;
