// SPDX-License-Identifier: Apache-2.0
// The runbook, docs/runbook.md, as this version of Onceward has it. Knows only the Markdown of that page.

import { byId, el } from './dom.js';

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*]+)\*|\[((?:`[^`]*`|[^\]])+)\]\(([^)]+)\)/g;
const ITEM = /^(?:-|\d+\.) +/;
const PAGES = 'The other pages of the documentation are not part of the console.';

/** Links to other pages become text: they are not here. */
function inline(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, code, strong, emphasis, label, target] = found;
    parts.push(text.slice(end, found.index));
    parts.push(code ? el('code', {}, code) : strong ? el('b', {}, inline(strong)) : emphasis ? el('em', {}, inline(emphasis))
      : target.startsWith('#') ? el('a', { href: target }, inline(label)) : el('span', { title: PAGES }, inline(label)));
    end = found.index + all.length;
  }
  return [...parts, text.slice(end)];
}

const anchor = title => title.toLowerCase().replace(/[^a-z0-9 -]/g, '').replaceAll(' ', '-');

/** Takes the first lines for which a condition holds. */
function take(lines, holds) {
  let length = 0;
  while (length < lines.length && holds(lines[length], lines[length + 1])) {
    length++;
  }
  return lines.splice(0, length);
}

function heading(line) {
  const [, level, title] = /^(#+) (.*)$/.exec(line);
  return el(`h${level.length}`, { id: anchor(title) }, inline(title));
}

function table(lines) {
  const [head, , ...rows] = lines.map(line => line.trim().slice(1, -1).split('|').map(cell => cell.trim()));
  return el('table', {},
    el('thead', {}, el('tr', {}, head.map(cell => el('th', { scope: 'col' }, inline(cell))))),
    el('tbody', {}, rows.map(row => el('tr', {}, row.map((cell, i) => el('td', { 'data-name': head[i] }, inline(cell)))))));
}

function list(lines) {
  const name = lines[0].startsWith('-') ? 'ul' : 'ol';
  const items = [];
  for (const line of lines) {
    if (ITEM.test(line)) {
      items.push([line.replace(ITEM, '')]);
    } else {
      items[items.length - 1].push(line.replace(/^ {1,3}/, ''));
    }
  }
  return el(name, {}, items.map(item => el('li', {}, blocks(item))));
}

function blocks(lines) {
  const found = [];
  while (lines.length) {
    const [line] = lines;
    if (!line.trim()) {
      lines.shift();
    } else if (line.startsWith('#')) {
      found.push(heading(lines.shift()));
    } else if (line.startsWith('```')) {
      lines.shift();
      found.push(el('pre', { tabindex: '0', role: 'region', 'aria-label': 'Commands' },
        take(lines, each => !each.startsWith('```')).join('\n')));
      lines.shift();
    } else if (line.startsWith('|')) {
      found.push(table(take(lines, each => each.startsWith('|'))));
    } else if (line.startsWith('>')) {
      found.push(el('blockquote', {}, blocks(take(lines, each => each.startsWith('>')).map(each => each.replace(/^> ?/, '')))));
    } else if (ITEM.test(line)) {
      found.push(list(take(lines, (each, next) => ITEM.test(each) || each.startsWith(' ') || (!each && next?.startsWith(' ')))));
    } else {
      found.push(el('p', {}, inline(take(lines, each => each.trim() && !ITEM.test(each)).join(' '))));
    }
  }
  return found;
}

async function start() {
  const answer = await fetch('runbook.md', { credentials: 'same-origin', redirect: 'manual' });
  const text = answer.ok && answer.headers.get('Content-Type').startsWith('text/markdown')
    ? await answer.text() : '# Runbook\n\nYou are logged out. Reload the page to log in again.';
  byId('content').replaceChildren(...blocks(text.split('\n')));
  show();
}

function show() {
  byId(location.hash.slice(1))?.scrollIntoView();
}

addEventListener('hashchange', show);
start();
