// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

/** An exception whose kind decides what Onceward does next. */
interface Kinded {

    Kind kind();
}
