// SPDX-License-Identifier: Apache-2.0
/** Onceward and the server's own Reactive Messaging beside each other, and without the latter. */
package io.onceward.scenarios.reactive;
