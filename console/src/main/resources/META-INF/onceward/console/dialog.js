// SPDX-License-Identifier: Apache-2.0
// Questions before a change, and what came of it.

import { byId, el, replace } from './dom.js';

/** Asks; resolves to whether it was confirmed. */
export function confirmed({ title, text, conditions = [], action, danger }) {
  const dialog = byId('confirm');
  replace(byId('confirm-title'), el('span', {}, title));
  byId('confirm-text').textContent = text;
  byId('confirm-conditions').replaceChildren(...conditions.map(condition => el('li', {}, condition)));
  const yes = byId('confirm-yes');
  yes.textContent = action;
  yes.className = danger ? 'danger' : 'primary';
  return new Promise(resolve => {
    yes.onclick = () => dialog.close('yes');
    byId('confirm-no').onclick = () => dialog.close('no');
    dialog.onclose = () => resolve(dialog.returnValue === 'yes');
    dialog.returnValue = 'no';
    dialog.showModal();
  });
}

let fading;

/** Says what came of a change; a failure stays until the next one. */
export function notice(text, failed = false) {
  clearTimeout(fading);
  const place = byId('notice');
  place.className = failed ? 'notice failed' : 'notice';
  place.replaceChildren(
    el('span', {}, text),
    el('button', { type: 'button', 'aria-label': 'Close this message', click: () => place.replaceChildren() }, '×'));
  if (!failed) {
    fading = setTimeout(() => place.replaceChildren(), 8000);
  }
}
