// The reference service tested as an implementer tests theirs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { conformanceWith, ConformanceError, type TestRunner } from './conformance.js'
import { specFile } from '../contract/specFile.js'
import { pack } from '../pack.js'
import { conformance } from '../vitest.js'

const profile = specFile('transfers/profiles/reference.yaml')

describe('the reference service', () => {
  let server: Reference
  beforeAll(async () => {
    server = await startReference({})
  })
  afterAll(() => server.close())
  conformance({ profile, url: () => server.url })
})

/** A runner that keeps what is registered, to run it when it is told to. */
function runner(): { readonly of: TestRunner; readonly run: () => Promise<ReadonlyMap<string, string>> } {
  const tests = new Map<string, (skip: (why: string) => void) => void>()
  const [before, after]: [(() => Promise<void>)[], (() => void)[]] = [[], []]
  return {
    of: {
      describe: (_name, body) => body(),
      before: (act) => void before.push(() => act(null)),
      after: (act) => void after.push(act),
      test: (name, body) => void tests.set(name, body),
    },
    run: async () => {
      for (const act of before) await act()
      const ended = new Map<string, string>()
      for (const [name, body] of tests) {
        ended.set(name, 'passed')
        try {
          body((why) => void ended.set(name, `skipped: ${why}`))
        } catch (error) {
          expect(error).toBeInstanceOf(ConformanceError)
          ended.set(name, 'failed')
        }
      }
      for (const act of after) act()
      return ended
    },
  }
}

test('with a fault the tests of its clause fail, and what needs what is not there is skipped, with the reason', async () => {
  const server = await startReference({ faults: ['transfers-refuse-gbp'] })
  try {
    const { of, run } = runner()
    const only = ['transfers.*', 'isolation.get-of-foreign-booking']
    conformanceWith(of, { profile, url: server.url, only, overrides: { otherReseller: null } })
    const ended = [...(await run())]
    const failed = ended.filter(([, how]) => how === 'failed').map(([name]) => name)
    expect(failed).toEqual([expect.stringMatching(/^transfers\.accepted: .* \[4\.1\/transfers-accepted\]$/)])
    expect(ended.find(([name]) => name.startsWith('isolation.'))?.[1]).toMatch(/^skipped: untested: .*second reseller/)
    expect(ended).toContainEqual([
      'nothing that must be verified is untested',
      expect.stringMatching(/^skipped: fails\. /),
    ])
    expect(ended).toContainEqual(['the run comes to its end', 'passed'])
  } finally {
    await server.close()
  }
})

test('a smoke run has tests for what it looks at alone', async () => {
  const server = await startReference({ faults: ['transfers-refuse-gbp'] })
  try {
    const { of, run } = runner()
    conformanceWith(of, { profile, url: server.url, effort: 'smoke' })
    const ended = await run()
    expect(ended.size).toBeLessThan(pack.checks.size)
    const failed = [...ended].filter(([, how]) => how === 'failed').map(([name]) => name)
    expect(failed).toContainEqual(expect.stringMatching(/^transfers\.accepted: /))
    expect(ended.get('the run comes to its end')).toBe('passed')
  } finally {
    await server.close()
  }
})

test('a pattern that matches nothing is told when the tests are registered', () => {
  const { of } = runner()
  expect(() => conformanceWith(of, { profile: 'none.yaml', only: ['no.such'] })).toThrow(
    'no check and no clause matches',
  )
})

test('where a must clause could not be verified, one test says so by being skipped, and it passes where all were', async () => {
  const server = await startReference({})
  const verified = async (only: string, otherReseller: null | undefined): Promise<string | undefined> => {
    const { of, run } = runner()
    const overrides = otherReseller === null ? { otherReseller } : {}
    conformanceWith(of, { profile, url: server.url, only: [only], overrides })
    return (await run()).get('nothing that must be verified is untested')
  }
  try {
    expect(await verified('isolation.get-of-foreign-booking', null)).toMatch(/^skipped: unverified\. /)
    expect(await verified('transfers.accepted', undefined)).toBe('passed')
  } finally {
    await server.close()
  }
})
