// SPDX-License-Identifier: Apache-2.0
/** Methods that anybody calls, once for each key. */
package io.oncebox.scenarios.calls;
