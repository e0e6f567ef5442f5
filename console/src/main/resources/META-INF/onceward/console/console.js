// SPDX-License-Identifier: Apache-2.0
// Keeps the page up to date.

import { change, read } from './api.js';
import { confirmed, notice } from './dialog.js';
import { byId, duration, el, replace } from './dom.js';
import * as events from './events.js';
import * as groups from './groups.js';
import { SIDES, show } from './overview.js';

const EVERY_MILLIS = 3000;

let held = false;
let updated = 0;
let running = false;

async function update() {
  if (running) {
    return;
  }
  running = true;
  try {
    const overview = await read('overview');
    events.setNow(Date.parse(overview.now));
    show(overview, { showEvents: events.showQueue, pause });
    showQueues(overview);
    if (updated === 0) {
      events.begin(overview);
    }
    byId('footer').textContent = `You are ${overview.user}. ${overview.payloads
      ? 'You may see payloads; that you look at one is logged.' : 'Payloads and values of headers are masked for you.'}`;
    updated = performance.now();
    byId('live').className = '';
    events.refresh();
    groups.refresh(overview);
  } catch (failure) {
    byId('live').className = 'lost';
    byId('verdict').className = 'verdict warn';
    replace(byId('verdict'), el('p', {}, failure.message));
  } finally {
    running = false;
    showFreshness();
  }
}

function showQueues(overview) {
  const names = new Set(Object.keys(SIDES).flatMap(side => overview[side].queues.map(queue => queue.queue)));
  replace(byId('queues'), [...names].sort().map(name => el('option', { value: name })));
}

function showFreshness() {
  const age = performance.now() - updated;
  byId('freshness').textContent = updated === 0 ? 'No figures yet'
    : age < 2 * EVERY_MILLIS ? (held ? 'Held' : 'Live') : `As of ${duration(age)} ago`;
}

async function pause(side, queue) {
  const operation = queue.paused ? 'resume' : 'pause';
  const what = SIDES[side].queue;
  const agreed = await confirmed(queue.paused
    ? { title: `Resume ${queue.queue}?`, text: `The pending events of this ${what} are ${SIDES[side].done} again, on all nodes.`, action: 'Resume' }
    : { title: `Pause ${queue.queue}?`, text: `Nothing of this ${what} is ${SIDES[side].done} by any node until it is resumed. Events are kept.`, action: 'Pause' });
  if (!agreed) {
    return;
  }
  try {
    const { changed } = await change(`${side}/${operation}`, { queue: queue.queue });
    notice(changed ? `${queue.queue} is ${operation}d.` : `${queue.queue} was already ${operation}d.`);
  } catch (failure) {
    notice(failure.message, true);
  }
  update();
}

byId('where').textContent = location.host + location.pathname.replace(/\/[^/]*\/$/, '');
byId('updates').addEventListener('click', () => {
  held = !held;
  byId('updates').setAttribute('aria-pressed', String(held));
  showFreshness();
});
setInterval(() => held || document.hidden || update(), EVERY_MILLIS);
setInterval(showFreshness, 1000);
document.addEventListener('visibilitychange', () => document.hidden || held || update());
events.start(() => {
  groups.expire();
  update();
});
update();
