// SPDX-License-Identifier: Apache-2.0
/** What adapters implement: brokers, payload codecs, stores, and what a server offers. Applications need none of it. */
package io.oncebox.spi;
