/*
 * The script of `report.html`: opens what a link names, searches and filters and keeps that in the address, and copies. It sends
 * nothing, and puts text on the page and never markup, but for the rows of the requests: these wait in `noscript`, as the file has
 * them escaped, so that thousands of them are neither laid out nor searched one by one before somebody looks.
 */
'use strict'
;(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)]
  const make = (name, text, className) => {
    const element = document.createElement(name)
    if (text !== undefined) element.textContent = text
    if (className !== undefined) element.className = className
    return element
  }
  const form = document.querySelector('.controls')
  const status = form.querySelector('[role=status]')
  const items = all('.item').map((element) => ({ element, text: null, fits: true }))
  const pages = all('.page').map((element) => ({
    element,
    markup: element.querySelector('noscript'),
    rows: null,
    table: null,
  }))
  /* A row is one line of the file; what is in it is read without making it. */
  const plain = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  const rowsOf = (page) =>
    (page.rows ??= page.markup.textContent
      .split('\n')
      .filter((line) => line.startsWith('<tr class="item"'))
      .map((line) => ({
        id: line.slice(line.indexOf('id="') + 4, line.indexOf('">')),
        text: line
          .replace(/<[^<>]*>/g, ' ')
          .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => plain[name])
          .toLowerCase(),
        fits: true,
        element: null,
      })))
  /* The rows of a page are made when it is opened. */
  const fill = (page) => {
    if (page.table !== null) return
    rowsOf(page)
    page.table = new DOMParser().parseFromString(page.markup.textContent, 'text/html').body.firstElementChild
    page.markup.replaceWith(page.table)
    all('tr.item', page.table).forEach((element, at) => {
      page.rows[at].element = element
    })
  }
  /* So many requests that are found are laid out at once; of more, each page says how many it has. */
  const mostRows = 100

  const reveal = (element) => {
    for (let at = element; at !== null; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true
    for (const details of element.children) if (details.tagName === 'DETAILS') details.open = true
  }
  const follow = () => {
    for (const old of all('.target')) old.classList.remove('target')
    let id = location.hash.slice(1)
    if (id.startsWith('?')) {
      const asked = new URLSearchParams(id.slice(1))
      for (const name of ['q', 'o', 'l', 'c']) form.elements[name].value = asked.get(name) || ''
      form.querySelector('.filters').open = ['o', 'l', 'c'].some((name) => form.elements[name].value !== '')
      apply()
      // What was found begins below the bar, and who follows a link to it has not come for the verdict.
      form.closest('.bar').scrollIntoView()
      return
    }
    try {
      id = decodeURIComponent(id)
    } catch {
      return
    }
    // As a person writes it: #clause-4.2/notes-kept, and #booking- with the id that the target gave it.
    const page = id.startsWith('exchange-')
      ? pages.find((each) => rowsOf(each).some((row) => row.id === id))
      : undefined
    if (page !== undefined) fill(page)
    const element =
      id === ''
        ? null
        : document.getElementById(id) ||
          document.getElementById(id.replace('/', '_')) ||
          all('[id^=booking-]').find((booking) => id === 'booking-' + booking.querySelector('code')?.textContent) ||
          null
    if (element === null) return
    // What is in a page that was not opened since is hidden when it is.
    const left = page !== undefined && rowsOf(page).some((row) => row.id === id && !row.fits)
    if (left || element.closest('[hidden]') !== null) {
      form.reset()
      apply()
    }
    reveal(element)
    if (element.matches('.item, .check, .chapter, li')) element.classList.add('target')
    element.scrollIntoView()
  }

  /* The rows of a page, thousands in all, take part once it is open. */
  const settle = (page) => {
    fill(page)
    for (const { element, fits } of page.rows) if (element.hidden === fits) element.hidden = !fits
  }
  for (const page of pages)
    page.element.addEventListener('toggle', () => {
      if (page.element.open) settle(page)
    })

  let before = null
  /* What holds items and shows none of them goes too; what stands in an item stays with it. */
  const holds = all('.clauses, .checks, .reason, .chapter, main > section').filter(
    (each) => each.closest('.item') === null,
  )
  const headings = all('.chapter h4')
  const folds = all('details').map((details) => ({ details, inside: details.closest('.item, .page') !== null }))
  const apply = () => {
    const words = form.q.value
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    const wanted = ['o', 'l', 'c'].flatMap((name) => (form[name].value === '' ? [] : [[name, form[name].value]]))
    const active = wanted.length > 0 || words.length > 0
    if (active && before === null) before = folds.map(({ details }) => details.open)
    const holders = new Set()
    const hold = (element) => {
      for (let at = element; at !== null && !holders.has(at); at = at.parentElement) holders.add(at)
    }
    const says = (item) => words.every((word) => item.text.includes(word))
    let shown = 0
    for (const item of items) {
      const { element } = item
      let fits = wanted.every(
        ([name, value]) => element.dataset.o !== undefined && (element.dataset[name] || '').split(' ').includes(value),
      )
      if (fits && words.length > 0) {
        item.text ??= element.textContent.toLowerCase()
        fits = says(item)
      }
      if (fits !== item.fits) element.hidden = !fits
      item.fits = fits
      if (!fits) continue
      shown += 1
      hold(element.parentElement)
    }
    let rows = 0
    let of = items.length
    for (const page of pages) {
      const found = rowsOf(page).filter((row) => (row.fits = wanted.length === 0 && says(row))).length
      page.element.querySelector('.found').textContent = active ? ': ' + found + ' found' : ''
      page.element.hidden = found === 0
      if (found > 0) hold(page.element)
      rows += found
      of += page.rows.length
    }
    for (const holder of holds) holder.hidden = active && !holders.has(holder)
    for (const heading of headings) heading.hidden = heading.nextElementSibling.hidden
    folds.forEach(({ details, inside }, at) => {
      if (!active) {
        if (before !== null) details.open = before[at]
      } else if (!inside && holders.has(details) && !details.open) details.open = true
    })
    for (const page of pages) {
      if (active) page.element.open = holders.has(page.element) && rows <= mostRows
      if (page.element.open) settle(page)
    }
    if (!active) before = null
    status.textContent = active ? shown + rows + ' of ' + of + ' items shown' : ''
  }
  const remember = () => {
    const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
    history.replaceState(
      null,
      '',
      asked.size > 0 ? '#?' + asked : location.hash.startsWith('#?') ? '#top' : location.hash || '#top',
    )
  }

  let waiting = 0
  const now = () => {
    apply()
    remember()
  }
  form.hidden = false
  /* What is searched first is not to wait for the text of all there is. */
  const read = (from) => (deadline) => {
    let at = from
    const last = items.length + pages.length
    while (at < last && (at === from || deadline.timeRemaining() > 2)) {
      if (at < pages.length) rowsOf(pages[at])
      else items[at - pages.length].text ??= items[at - pages.length].element.textContent.toLowerCase()
      at += 1
    }
    if (at < last) idle(read(at))
  }
  const idle = window.requestIdleCallback || (() => {})
  idle(read(0))
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', (event) => {
    clearTimeout(waiting)
    waiting = setTimeout(now, event.target.name === 'q' ? 120 : 0)
  })
  form.addEventListener('reset', () => setTimeout(now))
  addEventListener('hashchange', follow)
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]')
    if (link !== null && link.hash === location.hash) follow()
  })

  for (const code of all('.code')) {
    const button = make('button', 'Copy', 'copy')
    button.type = 'button'
    button.addEventListener('click', async () => {
      const text = code.querySelector('pre').textContent
      try {
        await navigator.clipboard.writeText(text)
      } catch {
        const range = document.createRange()
        range.selectNodeContents(code.querySelector('pre'))
        getSelection().removeAllRanges()
        getSelection().addRange(range)
        document.execCommand('copy')
      }
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    code.append(button)
  }
  follow()
})()
