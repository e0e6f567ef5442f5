// SPDX-License-Identifier: Apache-2.0
// What is stuck, where and why: the verdict, the flow, the figures, and the lines of both queues.

import { byId, counted, duration, el, number, replace, svg } from './dom.js';

/** A line whose oldest event has been due for so long does not move. */
const BEHIND_MILLIS = 60_000;

const MAX_POINTS = 150;

export const QUEUES = {
  outbox: { title: 'Outbox', line: 'channel', lines: 'channels', done: 'published' },
  inbox: { title: 'Inbox', line: 'handler', lines: 'handlers', done: 'handled' },
};

const LEVELS = ['stuck', 'warn', 'paused', 'moving', 'idle'];

const RATES = { recorded: 'Recorded', published: 'Published', processed: 'Processed' };

const seen = { waiting: [], oldest: [], parked: [], recorded: [], published: [], processed: [] };

/** What each node had counted when it answered last: a proxy may lead to another one each time. */
const counts = new Map();

const waiting = line => line.pending + line.delayed + line.retrying + line.blocked;
const sum = (lines, of) => lines.reduce((total, line) => total + of(line), 0);
const oldest = lines => Math.max(0, ...lines.map(line => line.oldestDueMillis ?? 0));
const figure = (value, line) => number(value) + (line.atLeast && value ? '+' : '');

export function status(line) {
  if (line.paused) {
    return { level: 'paused', text: 'Paused' };
  }
  if (line.parked) {
    return { level: 'stuck', text: 'Parked' };
  }
  if ((line.oldestDueMillis ?? 0) > BEHIND_MILLIS) {
    return { level: 'stuck', text: 'Behind' };
  }
  if (line.retrying) {
    return { level: 'warn', text: 'Retrying' };
  }
  return line.due || line.pending ? { level: 'moving', text: 'Moving' } : { level: 'idle', text: 'Quiet' };
}

export function show(overview, actions) {
  const all = [...overview.outbox.lines, ...overview.inbox.lines];
  remember('waiting', sum(all, waiting));
  remember('oldest', oldest(all));
  remember('parked', sum(all, line => line.parked));
  rememberRates(overview);
  showVerdict(overview);
  showFlow(overview);
  replace(byId('tiles'),
    tile('Waiting', number(last('waiting')), seen.waiting, number),
    tile('Oldest due', last('oldest') ? duration(last('oldest')) : 'none', seen.oldest, duration),
    tile('Parked', number(last('parked')), seen.parked, number, last('parked') > 0),
    ...Object.entries(RATES).map(([name, title]) => tile(`${title} by this node`,
      seen[name].length ? perSecond(last(name)) : '–', seen[name], perSecond)));
  for (const queue of Object.keys(QUEUES)) {
    showLines(queue, overview[queue], actions);
  }
}

function remember(name, value) {
  seen[name].push(value);
  if (seen[name].length > MAX_POINTS) {
    seen[name].shift();
  }
}

function rememberRates({ node, now }) {
  const at = Date.parse(now);
  const before = counts.get(node.id);
  counts.set(node.id, { ...node, at });
  if (before && at > before.at) {
    Object.keys(RATES).forEach(name => remember(name, (node[name] - before[name]) * 1000 / (at - before.at)));
  }
}

const perSecond = rate => `${rate && rate < 10 ? rate.toFixed(1) : number(Math.round(rate))}/s`;

const last = name => seen[name][seen[name].length - 1];

function showVerdict(overview) {
  const problems = Object.keys(QUEUES).flatMap(queue => overview[queue].lines
    .filter(line => status(line).level === 'stuck')
    .map(line => `${line.line} (${queue}): ${line.parked
      ? `${figure(line.parked, line)} parked` : `nothing ${QUEUES[queue].done} for ${duration(line.oldestDueMillis)}`}`));
  const retrying = [...overview.outbox.lines, ...overview.inbox.lines].filter(line => status(line).level === 'warn');
  const shown = problems.slice(0, 3).join('; ') + (problems.length > 3 ? `; and ${problems.length - 3} more` : '');
  const failing = [...overview.node.databases, ...overview.node.brokers, ...overview.node.receptions.map(name => `Reception of ${name}`)];
  const [level, text] = problems.length
    ? ['stuck', `${problems.length === 1 ? 'One line needs' : `${problems.length} lines need`} you. ${shown}.`]
    : failing.length
      ? ['warn', `${failing[0]} takes nothing at present${failing.length > 1 ? `, nor ${failing.length - 1} more` : ''}. What waits is kept, and tries go on.`]
      : retrying.length
      ? ['warn', `${counted(retrying.length, 'line', 'lines')} retrying: nothing to do, unless it stays.`]
      : ['good', 'All is well: nothing is parked, nothing is behind.'];
  const verdict = byId('verdict');
  verdict.className = `verdict ${level}`;
  if (verdict.textContent !== text) {
    verdict.textContent = text;
  }
}

function showFlow({ outbox, inbox, node }) {
  replace(byId('flow'),
    station('Outbox', `${number(sum(outbox.lines, waiting))} waiting`, outbox.lines),
    arrow(outbox.lines, 'to the broker', node.brokers.length > 0),
    station('Broker', broker(outbox.lines), [], node.brokers),
    arrow([], 'to the inbox', node.receptions.length > 0),
    station('Inbox', `${number(sum(inbox.lines, waiting))} waiting`, inbox.lines),
    arrow(inbox.lines, 'to the handlers'),
    station('Handlers', counted(inbox.lines.length, 'handler', 'handlers'), []));
}

/** Nobody asks the broker: what outbox and node have seen of it. */
function broker(lines) {
  const refused = lines.filter(line => line.retrying && !line.paused);
  return refused.length ? `has refused events of ${counted(refused.length, 'channel', 'channels')}` : 'has refused nothing';
}

function station(title, text, lines, away = []) {
  const stuck = lines.filter(line => status(line).level === 'stuck');
  const parked = sum(lines, line => line.parked);
  return el('div', { class: `station ${away.length ? 'warn' : worst(lines)}` },
    el('h3', {}, title),
    away.map(name => el('p', { class: 'away' }, `away: ${name}`)),
    el('p', {}, text),
    parked > 0 && el('p', { class: 'bad' }, `${number(parked)} parked`),
    stuck.length > 0 && el('p', { class: 'where' }, `stuck: ${stuck.slice(0, 3).map(line => line.line).join(', ')}${stuck.length > 3 ? ' …' : ''}`));
}

const worst = lines => LEVELS.find(level => lines.some(line => status(line).level === level)) ?? 'idle';

function arrow(lines, where, away = false) {
  const seenLevel = worst(lines.filter(line => line.due || line.retrying || line.paused));
  const level = away && seenLevel !== 'stuck' ? 'warn' : seenLevel;
  const text = { stuck: 'stuck', warn: away ? 'away' : 'retrying', paused: 'paused' }[level];
  return el('div', { class: `arrow ${level}` },
    svg('svg', { viewBox: '0 0 48 24', role: 'img', 'aria-label': `${where}: ${text ?? 'flows'}` },
      svg('path', { d: 'M2 12h40m-8-7 8 7-8 7' }),
      text === 'stuck' && svg('path', { class: 'cross', d: 'm14 4 12 16m0-16-12 16' }),
      text === 'paused' && svg('path', { class: 'cross', d: 'M16 4v16m8-16v16' })),
    text && el('span', { 'aria-hidden': 'true' }, text));
}

function tile(title, value, values, format, bad = false) {
  return el('div', { class: bad ? 'tile bad' : 'tile' },
    el('h3', {}, title), el('p', { class: 'value' }, value), sparkline(title, values, format));
}

function sparkline(title, values, format) {
  if (!values.length) {
    return null;
  }
  const top = Math.max(...values, 1);
  const points = values.map((value, i) => `${values.length === 1 ? 0 : (i * 200) / (values.length - 1)},${38 - (value * 36) / top}`);
  const line = points.length === 1 ? `M${points[0]}H200` : `M${points.join('L')}`;
  return svg('svg', {
    class: 'spark', viewBox: '0 0 200 40', preserveAspectRatio: 'none', role: 'img',
    'aria-label': `${title} since this page was opened: at first ${format(values[0])}, at most ${format(Math.max(...values))}`,
  }, svg('path', { class: 'area', d: `${line}V40H0Z` }), svg('path', { class: 'line', d: line }));
}

function showLines(queue, { lines, paused }, actions) {
  const { line: one, lines: many } = QUEUES[queue];
  const place = byId(queue);
  const others = paused.filter(pause => !lines.some(line => line.line === pause.line))
    .map(pause => pausedElsewhere(queue, pause, actions));
  if (!lines.length) {
    replace(place, el('p', { class: 'empty' }, `This application has no ${many} here.`), others);
    return;
  }
  const several = new Set(lines.map(line => line.datasource)).size > 1;
  const heads = [one, 'status', 'due', 'oldest due', 'retrying', 'blocked', 'delayed', 'parked', 'last error'];
  const sorted = [...lines].sort((a, b) => LEVELS.indexOf(status(a).level) - LEVELS.indexOf(status(b).level)
    || a.line.localeCompare(b.line));
  replace(place, el('table', { class: 'lines' },
    el('thead', {}, el('tr', {},
      heads.map((head, i) => el('th', { scope: 'col', class: i > 1 && i < 8 ? 'n' : null }, head)),
      el('th', { scope: 'col' }, el('span', { class: 'hidden' }, 'actions')))),
    el('tbody', {}, sorted.map(line => row(queue, line, several, paused.find(pause => pause.line === line.line), actions)))),
    others);
}

/** A line that nothing waits in here, or that another application has on the same tables. */
function pausedElsewhere(queue, pause, actions) {
  return el('p', { class: 'paused-too' }, el('span', {}, `${pause.line} is paused, too, by ${pause.by}.`), ' ',
    el('button', {
      type: 'button', 'data-focus': `pause ${queue} ${pause.line}`, 'aria-label': `Resume ${pause.line}`,
      click: () => actions.pause(queue, { line: pause.line, paused: true }),
    }, 'Resume'));
}

function row(queue, line, several, pause, actions) {
  const { level, text } = status(line);
  const cell = (name, value, strong) => el('td', { class: `n${value ? '' : ' zero'}${strong && value ? ' bad' : ''}`, 'data-name': name },
    figure(value, line));
  const focus = name => `${name} ${queue} ${line.datasource} ${line.line}`;
  return el('tr', { class: level },
    el('th', { scope: 'row' }, line.line, several && el('small', {}, line.datasource)),
    el('td', { 'data-name': 'status' }, el('span', { class: `pill ${level}` }, text),
      pause && el('small', {}, `by ${pause.by}`)),
    cell('due', line.due),
    el('td', { class: `n${line.oldestDueMillis ? '' : ' zero'}`, 'data-name': 'oldest due' },
      line.oldestDueMillis ? duration(line.oldestDueMillis) : '–'),
    cell('retrying', line.retrying), cell('blocked', line.blocked), cell('delayed', line.delayed),
    cell('parked', line.parked, true),
    el('td', { class: line.lastError ? 'error' : 'error zero', 'data-name': 'last error', title: line.lastError }, el('span', { class: 'clamp' }, line.lastError ?? '–')),
    el('td', { class: 'actions' },
      el('button', {
        type: 'button', 'data-focus': focus('show'), 'aria-label': `Show events of ${line.line}`,
        click: () => actions.showEvents(queue, line),
      }, 'Show'), ' ',
      el('button', {
        type: 'button', 'data-focus': focus('pause'), 'aria-label': `${line.paused ? 'Resume' : 'Pause'} ${line.line}`,
        click: () => actions.pause(queue, line),
      }, line.paused ? 'Resume' : 'Pause')));
}
