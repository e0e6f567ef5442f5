// SPDX-License-Identifier: Apache-2.0
// Elements, and texts for people. Whatever comes from outside becomes a text node, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/** Control characters, and those that change the direction of the text around them. */
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Attributes that are texts for people. */
const TEXTS = ['title', 'aria-label'];

export const byId = id => document.getElementById(id);

/** A text from outside as a reader may see it: invisible characters are escaped, or one id could look like another. */
const visible = text => String(text).replace(INVISIBLE,
  character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** An element; `null` and `false` are left out, and `click` is a function. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'click') {
      element.onclick = value;
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : TEXTS.includes(name) ? visible(value) : String(value));
    }
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false)
    .map(child => child instanceof Node ? child : visible(child)));
  return element;
}

/**
 * Gives an element new children. What has not changed stays the element that it was, so that a click or a selection on it is
 * not lost; what is unfolded stays so, and the focus goes to where it was.
 */
export function replace(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  const fresh = document.createElement('div');
  fresh.append(...children.flat().filter(child => child));
  adaptChildren(parent, fresh);
  if (focused && document.activeElement?.dataset.focus !== focused) {
    [...parent.querySelectorAll('[data-focus]')].find(element => element.dataset.focus === focused)?.focus();
  }
}

function adaptChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  wanted.forEach((node, i) => {
    const present = old.childNodes[i];
    if (!present) {
      old.append(node);
    } else if (present.nodeName !== node.nodeName || present.dataset?.focus !== node.dataset?.focus) {
      present.replaceWith(node);
    } else {
      adapt(present, node);
    }
  });
  while (old.childNodes.length > wanted.length) {
    old.lastChild.remove();
  }
}

function adapt(old, fresh) {
  if (fresh.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) {
      old.data = fresh.data;
    }
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== 'open') {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  old.onclick = fresh.onclick;
  adaptChildren(old, fresh);
}

const NUMBER = new Intl.NumberFormat('en');
const ABSOLUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export const number = value => NUMBER.format(value);

export const counted = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;

export function duration(millis) {
  const seconds = Math.max(0, millis / 1000);
  const units = [[86400, 'd'], [3600, 'h'], [60, 'min']];
  const unit = units.findIndex(([size]) => seconds >= size);
  if (unit < 0) {
    return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds)} s`;
  }
  const [size, name] = units[unit];
  const smaller = units[unit + 1] ?? [1, 's'];
  const rest = Math.floor((seconds % size) / smaller[0]);
  return `${Math.floor(seconds / size)} ${name}${rest ? ` ${rest} ${smaller[1]}` : ''}`;
}

/** The point in time since when something has lasted, as the browser's clock has it. */
export const exactly = millis => `since ${ABSOLUTE.format(new Date(Date.now() - millis))}`;

/** A point in time, as far away as it is; exactly, for the pointer. */
export function time(instant, now) {
  const away = now - Date.parse(instant);
  const text = away >= 0 ? `${duration(away)} ago` : `in ${duration(-away)}`;
  return el('time', { datetime: instant, title: `${ABSOLUTE.format(new Date(instant))} (${instant})` }, text);
}

/** The innermost cause of an error, and for the pointer the whole text. */
export const cause = ({ error, rootCause }) => el('span', { class: 'clamp', title: error }, rootCause ?? '–');

/** A text that may be long, in a column that is not; for the pointer the whole text. */
export const short = text => el('span', { class: 'clamp short', title: text }, text ?? '–');
