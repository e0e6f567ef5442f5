// SPDX-License-Identifier: Apache-2.0
/** The texts that databases and encodings take without a change. */
package io.onceward.text;
