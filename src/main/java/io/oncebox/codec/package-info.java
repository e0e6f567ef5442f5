// SPDX-License-Identifier: Apache-2.0
/** Payload codecs, and what decodes a payload to the type that a handler declares. */
package io.oncebox.codec;
