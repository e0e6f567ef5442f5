// SPDX-License-Identifier: Apache-2.0
/** Every message that Onceward logs or throws, with its code. */
package io.onceward.log;
