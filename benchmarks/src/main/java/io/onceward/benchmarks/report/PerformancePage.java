// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page with the figures; everything between its markers comes from a run, and from nowhere else. */
public record PerformancePage(Path page) {

    private static final String BEGIN = "<!-- written by the benchmarks: begin -->\n";
    private static final String END = "<!-- end -->\n";

    /**
     * Replaces what stands between the markers.
     *
     * @param plots the folder with the plots, which the page links to
     * @param metrics that have one
     * @throws IOException if the page cannot be read or written, or has no markers
     */
    public void write(String figures, Path plots, List<String> metrics) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END, begin);
        if (begin < 0 || end < 0) {
            throw new IOException(page + " has no markers: " + BEGIN.strip() + " and " + END.strip());
        }
        Path folder = page.toAbsolutePath().getParent();
        StringBuilder images = new StringBuilder("\n");
        for (String metric : metrics) {
            Path plot = folder.relativize(plots.toAbsolutePath().resolve(metric + ".png"));
            images.append("![" + metric + "](" + plot + ")\n");
        }
        Files.writeString(page, text.substring(0, begin + BEGIN.length()) + figures + images + text.substring(end));
    }
}
