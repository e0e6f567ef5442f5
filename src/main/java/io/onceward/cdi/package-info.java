// SPDX-License-Identifier: Apache-2.0
/** The CDI side: the extension, the deployment checks, the interceptors, and the composition of the engine. */
package io.onceward.cdi;
