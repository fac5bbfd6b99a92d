import { expect, test } from 'vitest'
import { pack } from '../../pack.js'
import { runOnReference } from '../../proof/runOnReference.js'
import { defectsOf } from '../defects.js'
import { masthead } from './masthead.js'

/** What somebody reads who only reads the first screen: the sentence, what it means and what to do next. */
async function firstScreen(faults: readonly string[], only: readonly string[]): Promise<string> {
  const { report } = await runOnReference({ faults, plan: { only } })
  const text = String(masthead(pack.contract, report, defectsOf(pack.contract, report)))
  return text
    .slice(text.indexOf('<h1>'), text.indexOf('<table'))
    .replaceAll(/<p class="tested">.*?<\/p>/g, '')
    .replaceAll(/<\/(h1|h2|li|p|dt)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll('&#39;', "'")
    .trim()
}

// Ten faults of ten chapters of the suites.
test.each([
  'get-leaks-to-other-reseller',
  'same-key-books-again',
  'confirm-of-expired-accepted',
  'confirm-not-saved',
  'holds-end-early',
  'holds-never-end',
  'booking-total-in-major-units',
  'cancel-too-late-accepted',
  'update-loses-reference-after-confirm',
  'list-skips-one-between-pages',
])('%s: the first screen names the consequence and the next step', async (fault) => {
  const { clause } = pack.reference.fault(fault)
  expect(await firstScreen([fault], [clause])).toMatchSnapshot()
})

test('a server that is as it should be: nothing is broken, and nothing is to be done', async () => {
  expect(await firstScreen([], ['4.2/new-booking-on-hold'])).toMatchSnapshot()
})
