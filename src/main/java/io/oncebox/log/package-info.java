// SPDX-License-Identifier: Apache-2.0
/** Every message that Oncebox logs or throws, with its code. */
package io.oncebox.log;
