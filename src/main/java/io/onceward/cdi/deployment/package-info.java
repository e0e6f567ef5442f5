// SPDX-License-Identifier: Apache-2.0
/** The CDI extension and the deployment checks: what belongs to Onceward in an application, and what is wrong with it. */
package io.onceward.cdi.deployment;
