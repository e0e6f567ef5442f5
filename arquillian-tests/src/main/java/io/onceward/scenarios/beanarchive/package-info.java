// SPDX-License-Identifier: Apache-2.0
/** Applications whose classes are in no bean archive. */
package io.onceward.scenarios.beanarchive;
