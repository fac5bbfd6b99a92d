import { expect, test } from 'vitest'
import { pack } from '../../pack.js'
import type { Report } from '../../judge/report.js'
import { renderHtml } from './page.js'
import { sampleEvidence, sampleReport } from './sampleReport.test.data.js'
import { words } from '../../words.js'

async function rendered(shown: Report = sampleReport(), exchanges = 12): Promise<string> {
  const report = { ...shown, evidence: { ...shown.evidence, exchanges } }
  let text = ''
  for await (const piece of renderHtml({ contract: pack.contract, report, evidence: () => sampleEvidence(exchanges) }))
    text += piece
  return text
}

test('the verdict, the failure with its clause, its exchange and the ways to see it again are there', async () => {
  const text = await rendered()
  const report = sampleReport()
  expect(text.replaceAll(/<[^>]*>/g, '')).toContain(report.headline)
  expect(text).toContain(report.clauses[0]?.text)
  expect(text).toContain('<mark>&quot;PENDING&quot;</mark>')
  expect(text).toContain('&quot;missing&quot;</span>: (not there)')
  expect(text).toContain('curl -sS -g --path-as-is -X &#39;POST&#39; &quot;$ORIGIN&quot;&#39;/octo/bookings/1&#39;')
  expect(text).toContain('&quot;$OCTO_TOKEN&quot;')
  expect(text).toMatch(/octospec run --profile \S+ --only sample.check-0 --seed 7/)
  expect(text).toContain('(request 3)\n')
})

test('nothing that a target said is markup, active or unbounded', async () => {
  const text = await rendered()
  expect(text).not.toContain('<script>window')
  expect(text).not.toMatch(/<img|onerror="|<style>@import/)
  expect(text).not.toMatch(/[\u0000\u001b\u202e\u2066\u2028\ud800](?![\udc00-\udfff])/)
  expect(text).not.toContain('xxxxxxxxxx'.repeat(1500))
  expect(text).toContain('\\u202eevil')
  // No address comes from a target: every link is to a place in the page.
  expect([...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].filter(([, url]) => !url?.startsWith('#'))).toEqual([])
})

test('every id is there once and every link leads to one', async () => {
  const text = await rendered()
  const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const known = new Set(ids)
  expect([...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id).filter((id) => !known.has(id))).toEqual([])
})

test('a run that was cut, is partial, waives or waits says so', async () => {
  const text = await rendered()
  for (const said of ['a problem of this run', 'Partial run', 'sample.*', 'hold.*', 'ticket 4711', 'octospec resume'])
    expect(text).toContain(said)
})

test('of very many exchanges the first are listed, and the file that has all of them is named', async () => {
  const text = await rendered(sampleReport(), 6000)
  expect(text).toContain('Here are the first 5,000 of 6,000 requests')
  expect(text).toContain('id="exchange-5000"')
  expect(text).not.toContain('id="exchange-5001"')
})

test('an empty report has every section', async () => {
  const report: Report = { ...sampleReport(), checks: [], bookings: [], lifecycle: [], gaps: [], verdict: 'aborted' }
  const text = await rendered(report, 0)
  expect(text).toContain('The run made no booking.')
  expect(text).toContain('No request was recorded.')
})

test('the first screen says what is broken means, who does what next, and what changed', async () => {
  const since = {
    startedAt: '2026-11-20T03:32:00.000Z',
    url: 'https://target.example/octo',
    verdict: 'conforms',
    newFailures: ['sample.check-0'],
    stillFailing: 1,
    mended: [],
    unverified: ['sample.check-5'],
    verified: [],
  } as const
  const text = await rendered({ ...sampleReport(), since })
  const first = text.slice(text.indexOf('<header'), text.indexOf('</header>')).replaceAll(/<[^>]*>/g, '')
  expect(first).toContain('What it means')
  expect(first).toContain('The team that builds the server')
  expect(first).toContain('Give otherReseller.headers')
  expect(first).toContain('What changed since 20 November 2026')
  expect(first).toMatch(/The verdict was conforms and is fails\. 1 check failed then and now\./)
  expect(first).toContain('1 new failure: Rides cannot be booked (failure 3)')
})

test('one number says how much was not verified: in the sentence, in the table, in the navigation and over the list', async () => {
  const text = await rendered()
  const open = sampleReport().clauses.filter(({ outcome }) => outcome === 'untested' || outcome === 'error').length
  expect(open).toBeGreaterThan(1)
  expect(text).toContain(`Not checked <span class="quiet">${open}</span>`)
  expect(text).toContain(`${open} clauses. No silence counts as a pass`)
  const cells = [...text.matchAll(/class="n-untested">(\d+)</g)].map(([, count]) => Number(count))
  expect(cells.reduce((sum, count) => sum + count, 0)).toBe(open)
})

test('a run that conforms has a certificate that says what it does not mean and how it is checked', async () => {
  const report: Report = { ...sampleReport(), verdict: 'conforms', headline: 'conforms: all', partial: false }
  const text = await rendered(report)
  for (const said of ['What it does not mean', 'octospec verify FOLDER', report.evidence.sha256])
    expect(text).toContain(said)
  expect(await rendered()).not.toContain('What it does not mean')
  expect(await rendered({ ...report, partial: true })).not.toContain('What it does not mean')
})

test('a run that could not begin says what to do, and breaks the lines of why as such', async () => {
  const problems = ['w.yaml:1:1: first place\nw.yaml:3:3: second place']
  const headline = `aborted: ${problems[0]}`
  const text = await rendered({ ...sampleReport(), verdict: 'aborted', headline, problems, remedy: 'start the target' })
  expect(text).toContain('first place\nw.yaml:3:3: second place')
  expect(text).toContain('Start the target; then run it again.')
  expect(text).not.toContain('Note:</b> start')
})

test('a smoke run never says that the server conforms, and has no certificate', async () => {
  const text = await rendered({ ...sampleReport(), verdict: 'conforms', effort: 'smoke' })
  expect(text).toMatch(/<title>octospec: no failures but \d waived, /)
  expect(text).toContain('<header class="masthead v-noted"')
  expect(text).not.toContain('What it does not mean')
})

async function firstScreen(over: Partial<Report>): Promise<string> {
  const text = await rendered({ ...sampleReport(), ...over })
  return text.slice(text.indexOf('<header'), text.indexOf('</header>')).replaceAll(/<[^>]*>/g, '')
}

test('that holds are still ageing is said once, whichever checks wait for them', async () => {
  const { checks } = sampleReport()
  const remedy = words.why.passTime
  const ofARule = { scenario: null, findings: [], outcome: 'untested', reason: 'ageing', remedy, ageing: true } as const
  const waiting = checks.map((check) => ({ ...check, ...ofARule }))
  for (const own of [waiting, []]) {
    const [next = ''] = (await firstScreen({ checks: own, causes: [] })).split('Clauses of the documents')
    expect(next.match(/octospec resume/g)).toHaveLength(1)
  }
})

test('where nothing but a waiver is out of date, the server is not blamed', async () => {
  const waivers = [{ check: 'sample.*', reason: 'ticket 4711', until: '2999-01-01', state: 'stale' }] as const
  const text = await firstScreen({ checks: [], waivers, verdict: 'fails' })
  expect(text).toContain('The server passed. The profile still waives a failure that is gone')
  expect(text).toContain('Remove the waiver of sample.* from the profile')
  expect(text).not.toContain('does not do what the documents state')
})

test('a run that ended early says so beside what it found', async () => {
  const text = await firstScreen({ verdict: 'aborted' })
  expect(text).toContain('It is no verdict on the server')
  expect(text).toContain('Fix what ended the run early')
  expect(text).toContain('failure 1')
})
