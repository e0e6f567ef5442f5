// SPDX-License-Identifier: Apache-2.0
/** Puts the parts together; needs a JTA registry and datasources, but no container. */
package io.oncebox.engine;
