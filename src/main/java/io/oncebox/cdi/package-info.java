// SPDX-License-Identifier: Apache-2.0
/** The glue to CDI: what the extension changes in an application, the interceptors, and the composition of the engine. */
package io.oncebox.cdi;
