// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import java.lang.reflect.Method;

/** How messages name a method. */
final class MemberName {

    private MemberName() {}

    static String name(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
