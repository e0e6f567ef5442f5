// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

/**
 * Everything that Oncebox refuses. The message starts with a stable code, such as {@code OBX-0042}, names what is wrong
 * and says what to write instead; {@code docs/errors.md} lists the codes.
 *
 * <p>It is a system exception (Jakarta Enterprise Beans 4.0, section 9.1): thrown out of a business method it rolls the
 * transaction back.
 *
 * @since 0.1
 */
public class OnceboxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * For Oncebox and its adapters.
     *
     * @param code the stable code, {@code OBX-} and four digits
     * @param text what is wrong and what to do, without the code
     * @param cause may be {@code null}
     */
    public OnceboxException(String code, String text, Throwable cause) {
        super(code + ": " + text, cause);
        this.code = code;
    }

    /** The stable code, for example {@code OBX-0042}. */
    public String code() {
        return code;
    }
}
