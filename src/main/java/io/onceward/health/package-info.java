// SPDX-License-Identifier: Apache-2.0
/** The health checks of MicroProfile Health. Loaded only on servers that have it. */
package io.onceward.health;
