// SPDX-License-Identifier: Apache-2.0
/** Oncebox and the server's own Reactive Messaging beside each other, and without the latter. */
package io.oncebox.scenarios.reactive;
