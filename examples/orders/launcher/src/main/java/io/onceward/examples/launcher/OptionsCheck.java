// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

/**
 * A task of Ant, which Maven runs before it builds anything. It checks the options, and ends Maven if one can't be used: a failed build
 * would surround the reason with ten lines.
 */
public final class OptionsCheck {

    /** Called by Ant. */
    public OptionsCheck() {}

    /** Called by Ant. */
    public void execute() {
        Options.main(new String[0]);
        System.out.println("Building the example. The first time, Maven downloads about 200 MB …");
    }
}
