// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.benchmarks.report.MarkdownTable;
import io.onceward.benchmarks.report.Measurements;
import io.onceward.benchmarks.report.Measurements.Line;
import io.onceward.benchmarks.report.PerformancePage;
import io.onceward.benchmarks.report.Plot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementsTest {

    @TempDir
    private Path folder;

    private static Measurements noisy() {
        Measurements measurements = new Measurements("drain");
        for (double speed : new double[] {1, 10, 2}) {
            measurements.add("slow", "", Map.of("ev/s", 100 * speed));
            measurements.add("fast", "", Map.of("ev/s", 150 * speed));
        }
        return measurements;
    }

    @Test
    void ratioIsComputedWithinEachRepetition() {
        assertThat(noisy().ratio(new Line("fast", ""))).isEqualTo(1.5);
        assertThat(noisy().median(new Line("fast", ""), "ev/s")).isEqualTo(300);
    }

    @Test
    void variantIsComparedWithTheSameVariant() {
        Measurements growth = new Measurements("growth");
        growth.add("a", "10", Map.of("ev/s", 10.0));
        growth.add("a", "20", Map.of("ev/s", 20.0));
        growth.add("b", "20", Map.of("ev/s", 30.0));
        assertThat(growth.ratio(new Line("b", "20"))).isEqualTo(1.5);
    }

    @Test
    void tableShowsMedianRatioAndRange() {
        assertThat(new MarkdownTable(noisy()).toString()).contains("| fast | 300 | 1.50 | 150 … 1,500 |");
    }

    @Test
    void plotIsAnImage() throws IOException {
        new Plot(noisy()).write(folder);
        assertThat(ImageIO.read(folder.resolve("drain.png").toFile()).getWidth())
                .isEqualTo(900);
    }

    @Test
    void pageChangesBetweenItsMarkersOnly() throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"),
                "before\n<!-- written by the benchmarks: begin -->\nold\n<!-- end -->\nafter\n");
        new PerformancePage(page).write("new\n", folder.resolve("plots"), List.of("drain"));
        assertThat(page)
                .hasContent(
                        "before\n<!-- written by the benchmarks: begin -->\nnew\n\n![drain](plots/drain.png)\n<!-- end -->\nafter\n");
    }

    @Test
    void pageWithoutMarkersIsNotChanged() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), "text\n");
        assertThatThrownBy(() -> new PerformancePage(page).write("new\n", folder, List.of()))
                .hasMessageContaining("no markers");
        assertThat(page).hasContent("text");
    }
}
