// SPDX-License-Identifier: Apache-2.0
/** Oncebox in an EAR. */
package io.oncebox.scenarios.ear;
