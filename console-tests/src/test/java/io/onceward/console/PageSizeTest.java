// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page is small: an operator may open it on a phone, over a slow line. */
class PageSizeTest {

    /** Loaded when they are asked for, not with the page. */
    private static final Set<Asset> ON_DEMAND =
            EnumSet.of(Asset.OPENAPI, Asset.RUNBOOK, Asset.RUNBOOK_SCRIPT, Asset.RUNBOOK_TEXT);

    private static final int LIMIT = 90_000;

    @Test
    void pageWithAllItsFilesIsSmall() {
        assertThat(EnumSet.complementOf(EnumSet.copyOf(ON_DEMAND)).stream()
                        .mapToInt(asset -> asset.content().length)
                        .sum())
                .isLessThan(LIMIT);
    }
}
