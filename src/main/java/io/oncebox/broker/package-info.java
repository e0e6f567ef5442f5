// SPDX-License-Identifier: Apache-2.0
/** The broker adapters that are there, which of them serves a channel, and the channel's settings. */
package io.oncebox.broker;
