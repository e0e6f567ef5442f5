// SPDX-License-Identifier: Apache-2.0
/** Who gets into the console. */
package io.oncebox.scenarios.console;
