// SPDX-License-Identifier: Apache-2.0
/** What the scenarios' applications look at broker and database with. Deployed with them. */
package io.oncebox.scenarios.support;
