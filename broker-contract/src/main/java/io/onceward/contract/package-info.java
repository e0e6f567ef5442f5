// SPDX-License-Identifier: Apache-2.0
/** The tests that the adapter of every broker must pass. Not part of what users deploy. */
package io.onceward.contract;
