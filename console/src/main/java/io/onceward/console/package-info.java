// SPDX-License-Identifier: Apache-2.0
/** The console: a page and a REST resource for operators of the application. Loaded only where there are servlets. */
package io.onceward.console;
