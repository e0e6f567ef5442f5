// SPDX-License-Identifier: Apache-2.0
package io.oncebox.benchmarks.report;

import io.oncebox.benchmarks.report.Measurements.Line;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.w3c.dom.Document;

/** The main figure of a metric as bars, in an SVG file. */
public record Plot(Measurements measurements) {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;

    /** Writes it into a folder, as {@code METRIC.svg}. */
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
        SVGGraphics2D graphics = new SVGGraphics2D(document());
        chart.paint(graphics, WIDTH, HEIGHT);
        graphics.setSVGCanvasSize(new java.awt.Dimension(WIDTH, HEIGHT));
        try (Writer file = Files.newBufferedWriter(folder.resolve(measurements.metric() + ".svg"))) {
            graphics.stream(file, true);
        }
    }

    private static Document document() throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IOException(e);
        }
    }
}
