// SPDX-License-Identifier: Apache-2.0
/** What JMX shows of Oncebox, and how it gets there. */
package io.oncebox.jmx;
