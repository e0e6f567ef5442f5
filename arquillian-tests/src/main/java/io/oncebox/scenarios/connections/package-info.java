// SPDX-License-Identifier: Apache-2.0
/** Message-driven beans with as many instances as the datasource has connections. */
package io.oncebox.scenarios.connections;
