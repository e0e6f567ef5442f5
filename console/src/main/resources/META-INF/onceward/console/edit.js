// SPDX-License-Identifier: Apache-2.0
// A parked event is requeued with an edited payload.

import { change } from './api.js';
import { confirmed, notice } from './dialog.js';
import { byId, el, replace } from './dom.js';

/**
 * Opens the editor. It stays open, with the text, until the change is made or canceled.
 *
 * @param digest tells the server which payload the operator has seen
 * @param done called after the change
 */
export function edit(side, { id, datasource, position }, digest, text, done) {
  const dialog = byId('edit');
  const payload = byId('edit-payload');
  const error = byId('edit-error');
  replace(byId('edit-title'), el('span', {}, `Edit the payload of event ${id}`));
  error.textContent = '';
  payload.value = text;
  byId('edit-no').onclick = () => dialog.close();
  byId('edit-yes').onclick = async () => {
    error.textContent = '';
    const agreed = await confirmed({
      title: `Requeue event ${id} with this payload?`,
      text: 'It has the same id, so a receiver that has already processed the event drops it. The original stays parked.',
      action: 'Requeue edited', conditions: [`side: ${side}`, `characters: ${payload.value.length}`],
    });
    if (!agreed) {
      return;
    }
    try {
      await change(`${side}/edit`, { datasource, position, seen: digest, payload: payload.value });
      dialog.close();
      notice('1 event requeued with an edited payload.');
      await done();
    } catch (failure) {
      error.textContent = failure.message;
    }
  };
  dialog.showModal();
}
