// SPDX-License-Identifier: Apache-2.0
/** Payload codecs, and the decoder of a payload to the type that a handler declares. */
package io.onceward.codec;
