// SPDX-License-Identifier: Apache-2.0
/** An application that places orders and bills them, for scenarios that are driven from outside of the server. */
package io.onceward.scenarios.shop;
