// SPDX-License-Identifier: Apache-2.0
/** A second broker adapter, in a JAR beside the one JAR. */
package io.onceward.scenarios.adapter;
