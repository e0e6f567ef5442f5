// SPDX-License-Identifier: Apache-2.0
/** What an operator sees of an application. */
package io.oncebox.scenarios.observed;
