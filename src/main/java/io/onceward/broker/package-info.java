// SPDX-License-Identifier: Apache-2.0
/** The broker adapters of the application, the choice of one for each channel, and the channel's settings. */
package io.onceward.broker;
