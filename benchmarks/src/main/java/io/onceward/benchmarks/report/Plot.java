// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.report;

import io.onceward.benchmarks.report.Measurements.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/** The main figure of a metric as bars, in a PNG file. */
public record Plot(Measurements measurements) {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;

    /** Writes it into a folder, as {@code METRIC.png}. */
    public void write(Path folder) throws IOException {
        List<Line> lines = List.copyOf(measurements.lines());
        String figure = measurements.mainFigure();
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(measurements.metric())
                .yAxisTitle(figure)
                .build();
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setXAxisLabelRotation(30);
        chart.addSeries(
                figure,
                lines.stream().map(Line::toString).toList(),
                lines.stream().map(line -> measurements.median(line, figure)).toList());
        Path file = folder.resolve(measurements.metric() + ".png");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    }
}
