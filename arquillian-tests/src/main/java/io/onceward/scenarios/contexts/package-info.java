// SPDX-License-Identifier: Apache-2.0
/** Contexts of the application, and its interceptors, around the recording of events and their handlers. */
package io.onceward.scenarios.contexts;
