// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.Edit;
import java.util.List;

/**
 * A mistake that the developer of an adapter could make.
 *
 * @param test the test that must fail, as {@code package.Class#method}
 * @param edits the changes of the sources
 */
public record PlantedMistake(String name, String test, List<Edit> edits) {

    /** Creates a mistake of one edit. */
    public static PlantedMistake of(String name, String test, String file, String was, String becomes) {
        return new PlantedMistake(name, test, List.of(new Edit(file, was, becomes)));
    }

    @Override
    public String toString() {
        return name;
    }
}
