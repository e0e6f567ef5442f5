// SPDX-License-Identifier: Apache-2.0
/** Does the server do at all what the other scenarios stand on? */
package io.onceward.scenarios.smoke;
