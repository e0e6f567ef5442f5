// SPDX-License-Identifier: Apache-2.0
/** The application of the documentation's server pages. */
package io.onceward.scenarios.application;
