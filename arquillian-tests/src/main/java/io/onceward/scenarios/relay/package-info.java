// SPDX-License-Identifier: Apache-2.0
/** The JAR alone, as a relay for other applications. */
package io.onceward.scenarios.relay;
