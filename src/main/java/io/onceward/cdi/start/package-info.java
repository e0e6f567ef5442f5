// SPDX-License-Identifier: Apache-2.0
/** The start and stop of the engine in a container, and the server that it runs on. */
package io.onceward.cdi.start;
