// SPDX-License-Identifier: Apache-2.0
/** The test that docs/testing.md shows for an application in a server. */
package io.onceward.scenarios.tested;
