// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.ejb.Stateless;

/** Inherits a method that runs in a transaction of its own. */
@Stateless
public class OutsideBySuperclass extends AnnotationMistakes.Outside {}
