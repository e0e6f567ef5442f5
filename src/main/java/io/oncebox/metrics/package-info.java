// SPDX-License-Identifier: Apache-2.0
/** What is measured, and counted, without a lock: by channel, by handler, by datasource. */
package io.oncebox.metrics;
