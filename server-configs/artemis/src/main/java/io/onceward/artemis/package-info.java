// SPDX-License-Identifier: Apache-2.0
/** An Artemis broker in a process of its own, for the tests and the examples. Not part of what users deploy. */
package io.onceward.artemis;
