// SPDX-License-Identifier: Apache-2.0
/** The scenarios that hold on every server. Each class is one deployment, and a deployment costs a server start. */
package io.onceward.scenarios;
