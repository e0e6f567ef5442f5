// SPDX-License-Identifier: Apache-2.0
/** The MXBeans of outbox, stored inbox and metrics. */
package io.onceward.jmx;
