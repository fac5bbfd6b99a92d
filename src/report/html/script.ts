/**
 * The script of `report.html`: opens what a link names, searches and filters and keeps that in the address, copies, and opens any
 * exchange of the run from its compressed form. It puts text on the page and never markup, and sends nothing.
 */
export const script: string = `'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (name, text, className) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className !== undefined) element.className = className;
    return element;
  };
  const form = document.querySelector('.controls');
  const status = form.querySelector('[role=status]');
  const items = all('.item').map((element) => ({ element, text: null, fits: true, page: element.closest('.page') }));
  const pages = new Map(all('.page').map((page) => [page, items.filter((item) => item.page === page)]));
  /* So many requests that are found are laid out at once; of more, each page says how many it has. */
  const mostRows = 100;

  /* Any exchange: its row is followed by a row with all of it. */
  const unpacked = new WeakMap();
  const unpack = (template) => {
    if (!unpacked.has(template)) {
      const bytes = Uint8Array.from(atob(template.content.textContent), (character) => character.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      unpacked.set(template, new Response(stream).json());
    }
    return unpacked.get(template);
  };
  /* Requests whose bodies this file has no room for. */
  const bare = [...pages].reduce((sum, [page, rows]) => sum + (page.querySelector('template').content.textContent === '' ? rows.length : 0), 0);
  /* What stands in requests and answers is searched too, once it is unpacked: that begins when somebody is about to search. */
  let unpacking = null;
  const prepare = () => { unpacking ??= unpackAll().catch(() => {}).then(() => { if (before !== null) apply(); }); };
  const unpackAll = async () => {
    const rows = new Map(items.filter(({ page }) => page !== null).map((item) => [item.element.id, item]));
    for (const template of all('template.bodies')) {
      if (template.content.textContent === '') continue;
      for (const [n, ...parts] of await unpack(template)) {
        const item = rows.get('exchange-' + n);
        if (item !== undefined) item.more = parts.flat().join('\\n').toLowerCase();
      }
    }
  };
  const layOut = (text) => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; } };
  const openExchange = async (row) => {
    if (row.nextElementSibling !== null && row.nextElementSibling.matches('.opened')) return;
    const opened = make('tr', undefined, 'opened');
    const cell = make('td');
    cell.colSpan = 6;
    opened.append(cell);
    row.after(opened);
    const template = row.closest('.page').querySelector('template');
    try {
      if (template.content.textContent === '') throw new Error('left out');
      const n = Number(row.id.slice('exchange-'.length));
      const [, request, answer] = (await unpack(template)).find((each) => each[0] === n);
      for (const part of [request, answer]) {
        const pre = make('pre', part.map(layOut).join('\\n\\n'));
        pre.tabIndex = 0;
        cell.append(pre);
      }
    } catch { cell.append(make('p', 'This file has no more room for it: see exchanges.ndjson.')); }
  };

  const reveal = (element) => {
    for (let at = element; at !== null; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    for (const details of element.children) if (details.tagName === 'DETAILS') details.open = true;
    if (element.matches('tr[id^=exchange-]')) openExchange(element);
  };
  const follow = () => {
    for (const old of all('.target')) old.classList.remove('target');
    let id = location.hash.slice(1);
    if (id.startsWith('?')) {
      const asked = new URLSearchParams(id.slice(1));
      for (const name of ['q', 'o', 'l', 'c']) form.elements[name].value = asked.get(name) || '';
      form.querySelector('.filters').open = ['o', 'l', 'c'].some((name) => form.elements[name].value !== '');
      return apply();
    }
    try { id = decodeURIComponent(id); } catch { return; }
    // As a person writes it: #clause-4.2/notes-kept, and #booking- with the id that the target gave it.
    const element = id === '' ? null : document.getElementById(id) || document.getElementById(id.replace('/', '_'))
      || all('[id^=booking-]').find((booking) => id === 'booking-' + booking.querySelector('code')?.textContent) || null;
    if (element === null) return;
    // What is in a page that was not opened since is hidden when it is.
    const left = items.some((item) => item.fits === false && item.element.contains(element));
    if (left || element.closest('[hidden]') !== null) { form.reset(); apply(); }
    reveal(element);
    if (element.matches('.item, .check, .chapter, li')) element.classList.add('target');
    element.scrollIntoView();
  };

  /* The rows of a page, thousands in all, take part once it is open. */
  const settle = (page) => {
    for (const { element, fits } of pages.get(page)) if (element.hidden === fits) element.hidden = !fits;
    for (const row of all('.opened', page)) row.hidden = row.previousElementSibling.hidden;
  };
  for (const page of pages.keys()) page.addEventListener('toggle', () => settle(page));

  let before = null;
  const apply = () => {
    const words = form.q.value.trim().toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const wanted = { o: form.o.value, l: form.l.value, c: form.c.value };
    const filtered = wanted.o !== '' || wanted.l !== '' || wanted.c !== '';
    const active = filtered || words.length > 0;
    if (active && before === null) before = new Map(all('details').map((details) => [details, details.open]));
    let shown = 0;
    let rows = 0;
    const found = new Map();
    const holders = new Set();
    for (const item of items) {
      const { element, page } = item;
      const has = (name) => wanted[name] === '' || (element.dataset[name] || '').split(' ').includes(wanted[name]);
      let fits = !filtered || (element.dataset.o !== undefined && has('o') && has('l') && has('c'));
      if (fits && words.length > 0) {
        item.text ??= element.textContent.toLowerCase();
        fits = words.every((word) => item.text.includes(word) || (item.more !== undefined && item.more.includes(word)));
      }
      item.fits = fits || !active;
      if (page === null && element.hidden === item.fits) element.hidden = !item.fits;
      if (!fits) continue;
      shown += 1;
      if (page !== null) { rows += 1; found.set(page, (found.get(page) || 0) + 1); }
      for (let at = element.parentElement; at !== null && !holders.has(at); at = at.parentElement) holders.add(at);
    }
    // What holds items and shows none of them goes too; what stands in an item stays with it.
    for (const holder of all('.clauses, .checks, .page, .reason, .chapter, main > section'))
      if (holder.closest('.item') === null) holder.hidden = active && !holders.has(holder);
    for (const heading of all('.chapter h4')) heading.hidden = heading.nextElementSibling.hidden;
    for (const [details, open] of before ?? []) {
      if (!active) details.open = open;
      else if (details.matches('.page')) details.open = rows <= mostRows && found.has(details);
      else if (!details.closest('.item') && holders.has(details) && !details.open) details.open = true;
    }
    for (const page of pages.keys()) {
      page.querySelector('.found').textContent = active ? ': ' + (found.get(page) || 0) + ' found' : '';
      if (page.open) settle(page);
    }
    if (!active) before = null;
    else if (words.length > 0) prepare();
    const unread = words.length > 0 && bare > 0 ? '; the bodies of ' + bare + ' requests are not in this file and were not searched: see exchanges.ndjson' : '';
    status.textContent = active ? shown + ' of ' + items.length + ' items shown' + unread : '';
  };
  const remember = () => {
    const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''));
    history.replaceState(null, '', asked.size > 0 ? '#?' + asked : location.hash.startsWith('#?') ? '#top' : location.hash || '#top');
  };

  let waiting = 0;
  const now = () => { apply(); remember(); };
  form.hidden = false;
  form.q.addEventListener('focus', prepare);
  /* What is searched first is not to wait for the text of all there is. */
  const read = (from) => (deadline) => {
    let at = from;
    while (at < items.length && (at === from || deadline.timeRemaining() > 2)) { items[at].text ??= items[at].element.textContent.toLowerCase(); at += 1; }
    if (at < items.length) idle(read(at));
  };
  const idle = window.requestIdleCallback || (() => {});
  idle(read(0));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', (event) => { clearTimeout(waiting); waiting = setTimeout(now, event.target.name === 'q' ? 120 : 0); });
  form.addEventListener('reset', () => setTimeout(now));
  addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link !== null && link.hash === location.hash) follow();
  });

  for (const code of all('.code')) {
    const button = make('button', 'Copy', 'copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
      const text = code.querySelector('pre').textContent;
      try { await navigator.clipboard.writeText(text); } catch {
        const range = document.createRange();
        range.selectNodeContents(code.querySelector('pre'));
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand('copy');
      }
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    code.append(button);
  }
  follow();
})();
`
