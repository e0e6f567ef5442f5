// SPDX-License-Identifier: Apache-2.0
/** Two applications with Oncebox on one server. */
package io.oncebox.scenarios.apart;
