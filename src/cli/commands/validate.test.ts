import { expect, test } from 'vitest'
import { tryMain } from '../testIo.test.data.js'

const pricing = { original: 1200, retail: 1000, net: 800, currency: 'EUR', currencyPrecision: 2, includedTaxes: [] }

test('a good payload ends with 0, from a file as from standard input', async () => {
  const text = JSON.stringify(pricing)
  const fromFile = await tryMain(['validate', 'p.json', '--as', 'pricing'], { files: { 'p.json': text } })
  expect(fromFile).toMatchObject({ exit: 0, err: '', out: 'p.json is a pricing as the documents describe it\n' })
  const fromStdin = await tryMain(['validate', '-', '--as', 'pricing'], { stdin: text })
  expect(fromStdin).toMatchObject({ exit: 0, out: 'standard input is a pricing as the documents describe it\n' })
})

test('a bad payload ends with 1 and names pointer and clause, with hostile text made harmless', async () => {
  const stdin = JSON.stringify({ ...pricing, net: '8\u001b[2J', retail: 1300 })
  const { exit, out } = await tryMain(['validate', '-', '--as', 'pricing'], { stdin })
  expect(exit).toBe(1)
  expect(out).toContain('/net  2.4/')
  expect(out).toContain('2.4/original-not-below-retail')
  expect(out).not.toContain('\u001b')
})

test('without pricing a transfer option needs none', async () => {
  const stdin = '{}'
  const withPricing = await tryMain(['validate', '-', '--as', 'option'], { stdin })
  const without = await tryMain(['validate', '-', '--as', 'option', '--no-pricing'], { stdin })
  expect(withPricing.out).toContain('/pricing  ')
  expect(without.out).not.toContain('/pricing  ')
  expect(without.exit).toBe(1)
})

test('what is no JSON, no UTF-8 or no file ends with 2', async () => {
  const broken = await tryMain(['validate', '-', '--as', 'pricing'], { stdin: '{\n  "a": nope\n}' })
  expect(broken.err).toContain("error OCTOSPEC_NOT_JSON: standard input:2:8: expected a value but found 'nope'")
  expect(broken.exit).toBe(2)
  const missing = await tryMain(['validate', 'none.json', '--as', 'pricing'])
  expect(missing.err).toContain('error OCTOSPEC_FILE: none.json cannot be read: there is no such file')
  expect(missing.exit).toBe(2)
})

test('what never ends is refused in time', async () => {
  const endless = await tryMain(['validate', '/dev/zero', '--as', 'pricing'])
  expect(endless.err).toContain('error OCTOSPEC_FILE: /dev/zero cannot be read: it is no plain file')
  expect(endless.exit).toBe(2)
})
