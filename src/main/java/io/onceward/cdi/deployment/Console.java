// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

/** A bean of the console, which is a JAR of its own. By this bean, the deployment checks know that an application has it. */
public interface Console {}
