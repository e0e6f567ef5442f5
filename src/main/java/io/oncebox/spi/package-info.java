// SPDX-License-Identifier: Apache-2.0
/** What others implement: broker adapters, payload codecs, datasource access, tracing and log contexts. Knows no broker. */
package io.oncebox.spi;
