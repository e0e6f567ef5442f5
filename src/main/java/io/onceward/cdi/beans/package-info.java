// SPDX-License-Identifier: Apache-2.0
/** The beans that Onceward adds to an application: what is injected, and the interceptors. */
package io.onceward.cdi.beans;
