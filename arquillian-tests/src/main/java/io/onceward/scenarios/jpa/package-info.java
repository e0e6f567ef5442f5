// SPDX-License-Identifier: Apache-2.0
/** Entities and events in one transaction on one non-XA datasource. The oracle is the business table against the outbox table. */
package io.onceward.scenarios.jpa;
