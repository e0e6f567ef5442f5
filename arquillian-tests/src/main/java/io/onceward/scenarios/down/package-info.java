// SPDX-License-Identifier: Apache-2.0
/** A database that starts after the server. */
package io.onceward.scenarios.down;
