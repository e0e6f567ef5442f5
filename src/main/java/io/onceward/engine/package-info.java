// SPDX-License-Identifier: Apache-2.0
/** The composition of the parts without a container, from a JTA registry and datasources. */
package io.onceward.engine;
