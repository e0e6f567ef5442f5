// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.beanarchive;

import jakarta.enterprise.inject.spi.Extension;

/** Makes an archive without {@code beans.xml} none of beans. */
public class OwnExtension implements Extension {}
