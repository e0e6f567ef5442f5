// SPDX-License-Identifier: Apache-2.0
/** Applications that come and go while the server runs. */
package io.onceward.scenarios.redeploy;
