// SPDX-License-Identifier: Apache-2.0
/** What must hold on every server. Each class is one deployment, and a deployment costs a server start. */
package io.oncebox.scenarios;
