import { createServer } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import {
  effortOf,
  Answer,
  expect,
  flawsOf,
  isJsonObject,
  openRandom,
  openSuite,
  profileKeys,
  readPointer,
  registryOf,
  seedFor,
} from './suite/index.js'
import type {
  Context,
  Contract,
  ContractSchema,
  FieldPlace,
  Flawed,
  Json,
  Pack,
  Profile,
  Target,
} from './suite/index.js'

/** A library: a loan is made, and given back. Its documents are these four clauses. */
const clauses = [
  { id: '1/borrow-open', section: '1', level: 'must', text: 'A new loan is OPEN.' },
  { id: '1/return-closes', section: '1', level: 'must', text: 'What was given back is CLOSED.' },
  { id: '1/stays-closed', section: '1', level: 'must', text: 'It stays so.' },
  { id: '1/edition-refused', section: '1', level: 'must', text: 'A loan in an edition that there is not is refused.' },
] as const

const editions = ['FIRST', 'REVISED']
const inputs: Readonly<Record<string, ContractSchema>> = {
  book: { type: 'string' },
  edition: { type: 'string', enum: editions },
}

const loan = { type: 'object', required: ['loan', 'state'], properties: { loan: {}, state: {}, book: {} } }

const contract: Contract = {
  identity: { version: '1', sha256: 'a'.repeat(64) },
  clauses,
  sections: { '1': 'Loans' },
  lifecycle: {
    start: 'none',
    states: [
      { id: 'none', start: true, title: 'no loan' },
      { id: 'open', known: true, status: 'OPEN', title: 'lent' },
    ],
    triggers: [
      { id: 'borrow', by: 'client' },
      { id: 'giveBack', by: 'client' },
    ],
    rows: [{ from: 'none', trigger: 'borrow', to: 'open', clause: '1/borrow-open' }],
  },
  impacts: [],
  clause: (id) => clauses.find((clause) => clause.id === id),
  formats: {},
  document: () => ({ openapi: '3.1.0', paths: {}, components: { schemas: { Loan: loan } } }),
  openApi: () => ({ openapi: '3.1.0', info: { title: 'Library', version: '1' }, paths: {} }),
  has: (schema) => schema === 'Loan',
  operations: [],
  input: (_, name) => inputs[name] ?? {},
  refs: () => () => loan,
  validator: () => () => [],
  arbitrary: () => {
    throw new Error('nothing is made up here')
  },
}

const keys = profileKeys<LibraryProfile>({
  properties: {
    shelf: {
      description: 'What may be borrowed.',
      type: 'object',
      properties: { title: { description: 'A title.', type: 'string', default: 'Ulysses' } },
    },
    operations: {
      properties: {
        borrow: {
          description: 'Borrow.',
          properties: {
            request: { default: 'POST /loans' },
            book: { $ref: '#/$defs/maybePlace', description: 'Where the title is written.', default: 'body:/book' },
            edition: {
              $ref: '#/$defs/maybePlace',
              description: 'Where the edition is written.',
              default: 'body:/edition',
            },
          },
        },
        giveBack: {
          description: 'Give back.',
          properties: {
            request: { default: 'POST /loans/{id}/return' },
            id: { $ref: '#/$defs/maybePlace', description: 'Where the id is written.', default: null },
          },
        },
      },
    },
  },
})

interface LibraryProfile extends Profile {
  readonly shelf: { readonly title: string }
}

class LibraryAnswer extends Answer<'id' | 'status'> {
  readonly itemsPointer = ''

  place(field: 'id' | 'status'): FieldPlace {
    return { pointer: field === 'id' ? '/loan' : '/state', key: null }
  }

  protected isDocumented(): boolean {
    return this.exchange.purpose !== 'stray' && isJsonObject(this.json) && this.read('id') !== undefined
  }

  protected lack(): { readonly words: string; readonly place: string } {
    return { words: 'nothing at /loan', place: '/loan' }
  }
}

interface LibraryContext extends Context {
  readonly target: Target
  readonly profile: LibraryProfile
}

const suite = openSuite<LibraryProfile, LibraryAnswer, LibraryContext>()
const loans = suite.scenario(
  'loan',
  async ({ target, profile }) => {
    const lent = await target.send('borrow', { fields: { book: profile.shelf.title } })
    const id = String(readPointer<Json>(lent.need().json ?? null, '/loan'))
    return { lent, back: await target.send('giveBack', { id }) }
  },
  { uses: ['borrow', 'giveBack'], bookings: 1 },
)
suite.check(loans, {
  id: 'loan.open',
  clause: '1/borrow-open',
  title: 'a new loan is open',
  judge: ({ lent }) => expect(lent).field('status').toBe('OPEN'),
})
suite.check(loans, {
  id: 'loan.closed',
  clause: '1/return-closes',
  title: 'what was given back is closed',
  judge: ({ back }) => expect(back).field('status').toBe('CLOSED'),
})
const flaws = flawsOf(contract, 'borrow', { edition: { unlisted: '1/edition-refused' } })
const flawed = suite.scenario(
  'flawed',
  async (context) => {
    const { target } = context
    const borrow = (fields: Readonly<Record<string, Json>>): Promise<Answer> => target.send('borrow', { fields })
    const control = await borrow({ book: 'Persuasion', edition: 'FIRST' })
    const sent: Flawed[] = []
    for (const { flaw, value = null } of flaws.tried(context, {}))
      sent.push({ flaw: flaw.name, value, answer: await borrow({ book: 'Persuasion', [flaw.input]: value }) })
    await target.send('giveBack', { id: String(readPointer<Json>(control.need().json ?? null, '/loan')) })
    return { control, flawed: sent }
  },
  { uses: ['borrow', 'giveBack'], bookings: 2 },
)
flaws.refused(suite, flawed, (data) => data)
const later = suite.timeline<{ back: Answer; id: string; again: Answer }>(
  'later',
  [
    {
      at: 0,
      act: async ({ target }) => {
        const lent = await target.send('borrow', { fields: { book: 'Emma' } })
        const id = String(readPointer<Json>(lent.need().json ?? null, '/loan'))
        return { back: await target.send('giveBack', { id }), id }
      },
    },
    { at: 30, act: async ({ target }, { id }) => ({ again: await target.send('giveBack', { id: String(id) }) }) },
  ],
  { uses: ['borrow', 'giveBack'], bookings: 1 },
)
suite.check(later, {
  id: 'later.stays-closed',
  clause: '1/stays-closed',
  title: 'a loan stays closed',
  judge: ({ again }) => expect(again).field('status').toBe('CLOSED'),
})

const faults = [
  {
    name: 'never-closes',
    clause: '1/return-closes',
    title: 'what was given back stays open',
    shows: [{ operation: 'giveBack', place: '/state' }],
    seenAs: ['1/stays-closed'],
  },
  {
    name: 'opens-again',
    clause: '1/stays-closed',
    title: 'what is given back twice is open',
    shows: [{ operation: 'giveBack', place: '/state' }],
  },
  {
    name: 'lends-any-edition',
    clause: '1/edition-refused',
    title: 'a loan in an edition that there is not is made',
    shows: [{ operation: 'borrow', place: '' }],
  },
] as const

function faultOf(name: string): (typeof faults)[number] {
  const found = faults.find((each) => each.name === name)
  if (found === undefined) throw new Error(`the library has no fault ${name}`)
  return found
}

/** The library itself, whole and broken in some ways. Its clock is none of its own: no loan knows the time. */
async function start({ faults: on = [] }: { readonly faults?: readonly string[] } = {}) {
  const states = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const [, first, id = `loan-${states.size + 1}`, back] = (request.url ?? '').split('/')
    const said: unknown = JSON.parse((await readAll(request)) || '{}')
    const { edition } = isJsonObject(said) ? said : {}
    const isThere = edition === undefined || editions.some((each) => each === edition)
    const lends = back === undefined ? isThere || on.includes('lends-any-edition') : states.has(id)
    const known = first === 'clock' || (first === 'loans' && lends)
    const open = back === undefined || on.includes('never-closes')
    const opened = on.includes('opens-again') && states.get(id) === 'CLOSED'
    if (known && first === 'loans') states.set(id, open || opened ? 'OPEN' : 'CLOSED')
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known ? { loan: id, state: states.get(id) ?? null } : { error: 'unknown' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, a server's address is an object.
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, port, close }
}

/** A service of two operations that the engine has never heard of. */
export const library: Pack = {
  name: 'library',
  acquaint: () => Promise.resolve(),
  profile: keys,
  contract,
  capability: { name: 'library/late', without: 'no-late' },
  payloads: { loan: { schema: 'Loan' } },
  fillingOf: () => ({ operations: {}, fields: {} }),
  operations: { borrow: { creates: true }, giveBack: { ends: true } },
  requests: {
    fields: { borrow: ['book', 'edition'], giveBack: ['id'] },
    helpers: [],
    headers: () => ({}),
    complete: (_, fields) => fields,
    spell: (_, fields) => fields,
    extras: () => ({}),
    bodies: () => [],
    helper() {
      throw new Error('the library has no helpers')
    },
  },
  bookings: {
    places: () => ({
      at: '',
      id: '/loan',
      idKey: 'nothing',
      status: '/state',
      mayEnd: null,
      texts: [],
      judged: ['/state'],
      lists: [],
    }),
    marks: () => [],
    askedUntil: () => null,
    shownUntil: () => null,
    aheadBy: () => null,
    fateOf: ({ status }) => ({ fate: status === 'CLOSED' ? 'returned' : 'lost' }),
    remains: (fate) => (fate === 'returned' ? 'nothing' : 'for-good'),
  },
  answer: (exchange, profile) => new LibraryAnswer(exchange, profile),
  needs: {},
  defaults: { sent: () => [], shown: () => [], carried: () => new Map(), written: () => [], isOurs: () => false },
  causes: [],
  tallies: [],
  ranking: { smoke: 0, scenarios: [] },
  acts: {
    openShared: () => ({}),
    openContext: (id, { session, judging }): LibraryContext => ({
      target: session.for(id),
      // The profiles of this pack.
      profile: judging.profile as LibraryProfile,
      effort: effortOf(judging.plan.effort),
      random: openRandom(seedFor(judging.plan.seed, id)),
    }),
    wasCrowdedOut: () => false,
    cleanUp: () => Promise.resolve(),
    cleanUpRest: () => Promise.resolve(),
    finishBookings: () => Promise.resolve(),
    walk: {
      bookings: 1,
      first: (target) => target.send('borrow', { fields: { book: 'Ulysses' } }),
      path: async ({ target, step }) => {
        const lent = await step('borrow', target.send('borrow', { fields: { book: 'Ulysses' } }))
        await step('giveBack', target.send('giveBack', { id: String(readPointer<Json>(lent.json ?? null, '/loan')) }))
      },
      endAny: () => Promise.resolve([]),
    },
    inTurn: () => false,
  },
  reference: {
    dialects: ['plain'],
    faults,
    variants: [],
    fault: faultOf,
    variant() {
      throw new Error('the library has no variants')
    },
    shownIn: (name) => faultOf(name).shows,
    profileFile: () => '../src/tinyPack.test.data.yaml',
    start,
  },
  ...registryOf([suite]),
}
