/**
 * The script of `report.html`: opens what a link names, searches and filters, and opens everything for the printer. It only
 * shows and hides what is there; it makes no markup and sends nothing.
 */
export const script: string = `'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = document.querySelector('.controls');
  const status = form.querySelector('[role=status]');
  const items = all('.item').map((element) => ({ element, text: null }));

  const reveal = (element) => {
    for (let at = element; at !== null; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    for (const details of element.children) if (details.tagName === 'DETAILS') details.open = true;
  };
  const follow = () => {
    for (const old of all('.target')) old.classList.remove('target');
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { return; }
    const element = id === '' ? null : document.getElementById(id);
    if (element === null) return;
    if (element.closest('[hidden]') !== null) { form.reset(); apply(); }
    reveal(element);
    if (element.matches('.item, .check, .chapter, li')) element.classList.add('target');
    element.scrollIntoView();
  };

  let before = null;
  const apply = () => {
    const words = form.q.value.trim().toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const wanted = { o: form.o.value, l: form.l.value, c: form.c.value };
    const filtered = wanted.o !== '' || wanted.l !== '' || wanted.c !== '';
    const active = filtered || words.length > 0;
    if (active && before === null) before = new Map(all('details').map((details) => [details, details.open]));
    let shown = 0;
    for (const item of items) {
      const { element } = item;
      const has = (name) => wanted[name] === '' || (element.dataset[name] || '').split(' ').includes(wanted[name]);
      let fits = !filtered || (element.dataset.o !== undefined && has('o') && has('l') && has('c'));
      if (fits && words.length > 0) {
        item.text ??= element.textContent.toLowerCase();
        fits = words.every((word) => item.text.includes(word));
      }
      element.hidden = active && !fits;
      if (fits) shown += 1;
    }
    // What holds items and shows none of them goes too, the inner first.
    for (const holder of all('.clauses, .checks, .page, .reason, .chapter, main > section').reverse()) {
      const own = all('.item', holder);
      holder.hidden = active && !own.some((element) => !element.hidden) && (own.length > 0 || holder.matches('section'));
    }
    for (const heading of all('.chapter h4')) heading.hidden = heading.nextElementSibling.hidden;
    for (const [details, open] of before ?? []) {
      if (!active) details.open = open;
      else if (!details.closest('.item') && all('.item', details).some((element) => !element.hidden)) details.open = true;
    }
    if (!active) before = null;
    document.documentElement.classList.toggle('filtering', active);
    status.textContent = active ? shown + ' of ' + items.length + ' items shown' : '';
  };

  let waiting = 0;
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(apply, 120); };
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', (event) => { if (event.target.name === 'q') soon(); else apply(); });
  form.addEventListener('reset', () => setTimeout(apply));
  addEventListener('hashchange', follow);
  addEventListener('beforeprint', () => {
    for (const details of all('details:not([open])')) { details.open = true; details.dataset.printed = ''; }
  });
  addEventListener('afterprint', () => {
    for (const details of all('details[data-printed]')) { details.open = false; delete details.dataset.printed; }
  });
  follow();
})();
`
