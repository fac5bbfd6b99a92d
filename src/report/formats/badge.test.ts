import { expect, test } from 'vitest'
import { reportOf } from '../../judge/report.test.data.js'
import { noEvidence, renderedAs } from './formats.test.data.js'
import { readXml } from './readXml.test.data.js'

test('the badge says the verdict in its text and for screen readers', async () => {
  const conforming = reportOf([{ id: 'reserve.good', clause: '4.2/reserve-accepted' }])
  const svg = readXml(await renderedAs('badge', { report: conforming, evidence: noEvidence }))
  expect(svg.attributes).toMatchObject({
    role: 'img',
    'aria-label': expect.stringContaining('octospec: conforms: 1 must clause verified'),
  })
  expect(svg.children.flatMap(({ children }) => children.map(({ text }) => text))).toContain('conforms 1/1')
  const smoke = readXml(
    await renderedAs('badge', { report: { ...conforming, smoke: { leftOut: 2, of: 3 } }, evidence: noEvidence }),
  )
  expect(smoke.children.flatMap(({ children }) => children.map(({ text }) => text))).toContain('conforms 1/1 (smoke)')
})
