import { expect, test } from 'vitest'
import { openPages, there } from './browser.test.data.js'
import { sampleReport } from './sampleReport.test.data.js'

const { opened } = openPages()

test.skipIf(!there)('the verdict stands at the top, in one sentence', async () => {
  await opened({}, async (page) => {
    const heading = page.getByRole('heading', { level: 1 })
    expect((await heading.textContent())?.replaceAll(/\s+/g, ' ')).toBe(sampleReport().headline)
    expect((await heading.boundingBox())?.y).toBeLessThan(300)
  })
})

test.skipIf(!there)('a link to a check opens the failure that it is in, and marks it', async () => {
  await opened({ hash: '#check-sample.check-2' }, async (page) => {
    const check = page.locator('[id="check-sample.check-2"]')
    expect(await check.isVisible()).toBe(true)
    expect(await check.getAttribute('class')).toContain('target')
    const box = await check.boundingBox()
    expect(box?.y).toBeGreaterThan(-50)
    expect(box?.y).toBeLessThan(900)
    await page.evaluate("location.hash = '#exchange-7'")
    await page.locator('[id="exchange-7"].target').waitFor({ state: 'visible' })
  })
})

test.skipIf(!there)('search and filters leave what fits, say how much it is, and let go again', async () => {
  await opened({}, async (page) => {
    const shown = page.locator('.clause:visible')
    await page.locator('.filters summary').click()
    await page.getByRole('combobox', { name: 'Level' }).selectOption('must')
    await page.getByRole('combobox', { name: 'Chapter' }).selectOption('8')
    const expected = sampleReport().clauses.filter(({ id, level }) => id.startsWith('8/') && level === 'must').length
    expect(expected).toBeGreaterThan(0)
    expect(await shown.count()).toBe(expected)
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ of \d+ items shown$/)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.locator('[role=status]:empty').waitFor({ state: 'attached' })
    expect(await page.locator('#bookings').isVisible()).toBe(true)
    await page.getByRole('searchbox').fill('SAMPLE.check-9 fact')
    await page.locator('[role=status]:not(:empty)').waitFor()
    expect(await page.locator('.item:visible').count()).toBe(1)
    expect(await page.locator('.item:visible').textContent()).toContain('sample fact number 9')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('untested')
    expect(await page.locator('#unverified .item:visible').count()).toBe(2)
    expect(await page.locator('#failures').isVisible()).toBe(false)
  })
})

test.skipIf(!there)('what is searched for stands in the address, and an address searches', async () => {
  await opened({}, async (page) => {
    await page.getByRole('searchbox').fill('octospec broke')
    await page.locator('[role=status]:not(:empty)').waitFor()
    expect(await page.evaluate('location.hash')).toBe('#?q=octospec+broke')
    expect(await page.locator('#failures .card:visible').count()).toBe(1)
  })
  await opened({ hash: '#?q=sample&o=untested' }, async (page) => {
    expect((await page.locator('.bar').boundingBox())?.y).toBeLessThan(300)
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
    expect(await page.getByRole('searchbox').inputValue()).toBe('sample')
    expect(await page.locator('#unverified .item:visible').count()).toBe(2)
    expect(await page.locator('#failures').isVisible()).toBe(false)
  })
})

test.skipIf(!there)('a word that stands in several cards shows all of them, opened or not', async () => {
  await opened({}, async (page) => {
    const cards = page.locator('#failures .card')
    const all = await cards.count()
    await page.getByRole('searchbox').fill('why it matters')
    await page.locator('[role=status]:not(:empty)').waitFor()
    expect(await page.locator('#failures .card:visible').count()).toBe(all - 1)
    expect(await page.locator('#failures .card:visible .check').count()).toBeGreaterThan(0)
  })
})

test.skipIf(!there)('a clause and a booking are found by the names that people write in an address', async () => {
  await opened({}, async (page) => {
    const [clause, booking] = await page.evaluate<[string, string]>(`[
      document.querySelector('[id^=clause-]').id, document.querySelector('[id^=booking-]').id
    ]`)
    const id = await page.locator(`[id="${booking}"] code`).first().textContent()
    for (const [written, found] of [
      [clause.replace('_', '/'), clause],
      [`booking-${id ?? ''}`, booking],
    ]) {
      expect(written).not.toBe(found)
      await page.evaluate(`location.hash = ${JSON.stringify(`#${written}`)}`)
      await page.locator(`[id="${found}"].target`).waitFor()
    }
  })
})

test.skipIf(!there)('a script is copied as it stands', async () => {
  await opened({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const code = page.locator('#failures .code').first()
    await code.getByRole('button', { name: 'Copy' }).click()
    await code.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code.locator('pre').textContent())
  })
})

test.skipIf(!there)('the navigation stays in sight', async () => {
  await opened({ viewport: { width: 390, height: 800 }, hash: '#gaps' }, async (page) => {
    const bar = await page.locator('.bar').boundingBox()
    expect(bar?.y).toBe(0)
    const heading = await page.locator('#gaps-title').boundingBox()
    expect(heading?.y).toBeGreaterThanOrEqual(bar?.height ?? 0)
  })
})

test.skipIf(!there)('a link to an item that a filter hides shows it', async () => {
  await opened({}, async (page) => {
    await page.locator('.filters summary').click()
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('untested')
    await page.evaluate("location.hash = '#check-sample.check-0'")
    const check = page.locator('[id="check-sample.check-0"]')
    await check.waitFor({ state: 'visible' })
    expect(await check.getAttribute('class')).toContain('target')
  })
})
