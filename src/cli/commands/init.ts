import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemNonce } from '../../client/nonce.js'
import { escapeText } from '../../contract/escapeText.js'
import { OutputError } from '../../evidence/outputError.js'
import { openAsker } from '../../init/asker.js'
import { accountHeader, HeaderError, type AccountHeader } from '../../init/credential.js'
import { openDraft, type OpenDraft } from '../../init/draft.js'
import { openInterview } from '../../init/openInterview.js'
import { profileText } from '../../init/profileText.js'
import { pack } from '../../pack.js'
import { mergeProfile } from '../../profile/mergeProfile.js'
import { NoService, type LearningBooking } from '../../suite/interview.js'
import { CliError, usage } from '../cliError.js'
import { command, type Command } from '../command.js'
import { contactError } from '../contactError.js'
import { cutShort } from '../cutShort.js'
import type { Io } from '../io.js'
import { lacking } from '../lacking.js'
import { flag, text, texts } from '../options.js'
import { prompter, type Prompter } from '../prompter.js'
import { readProfileOf } from '../readProfileOf.js'
import { withoutTrailingSlash } from '../../client/withoutTrailingSlash.js'

/** What a conversation may cost the target. Some requests are kept for what ends bookings. */
const [mostRequests, keptRequests, mostBookings] = [60, 6, 4]
const usualFile = 'octospec.yaml'
/** The keys of a profile as they stand in one, first those that have no default. */
const order = mergeProfile(
  pack.profile.root,
  { target: { url: null }, bookable: { standard: null } },
  pack.profile.defaults,
)

export const initCommand: Command = command({
  options: {
    header: texts('header', "of every request, 'Name: value'; ${NAME} is a variable of the environment; repeatable"),
    'other-header': texts('other-header', 'the same of a second account; repeatable'),
    product: text('product', 'id of the product that may be booked; the first that is listed otherwise'),
    option: text('option', 'id of its option'),
    out: text('out', `file to write; ${usualFile} otherwise`),
    'allow-confirm': flag('confirm one booking and cancel it, to learn how'),
    yes: flag('ask nothing'),
  },
  positionals: { url: 'address of the server, to which /bookings is appended' },
  epilogue: `It sends ${mostRequests} requests and makes ${mostBookings} bookings at most, and cancels them. Exit codes: 0 a run can begin, 3 the profile lacks what a run needs, 2 there is nothing to talk to, 4 nobody answers, or it was cut short.`,
  handle: async (given, io) => {
    const file = given.out ?? usualFile
    if (existsSync(resolve(io.cwd, file)))
      throw new CliError('OCTOSPEC_OUTPUT', `${file} is there already`, 'name another file with --out')
    const person = prompter(io, io.stdout.isTTY === true && !given.yes)
    const cut = cutShort(io, () => undefined)
    const draft = openDraft()
    const url = addressOf(given.url)
    const asker = openAsker({
      url,
      headers: pack.requests.headers({}),
      clock: io.clock,
      signal: cut.signal,
      mostRequests,
      kept: keptRequests,
    })
    let bookings: readonly LearningBooking[] = []
    try {
      const headers = await headersOf(given.header, io, person)
      const otherHeaders = headersGiven(given['other-header'], io, 'OCTO_TOKEN_B')
      const secrets = [...headers, ...otherHeaders].flatMap((header) => header.secrets)
      io.secrets.add(secrets)
      const mayConfirm =
        given['allow-confirm'] ||
        (await agrees(person, 'May one booking be confirmed and cancelled again, to learn how?'))
      const interview = await openInterview({
        url,
        asker,
        draft,
        headers,
        otherHeaders: otherHeaders.length === 0 ? null : otherHeaders,
        given: {
          mayConfirm,
          ...(given.product !== undefined && { product: given.product }),
          ...(given.option !== undefined && { option: given.option }),
        },
        mostBookings,
        nonce: systemNonce.nonce(),
        clock: io.clock,
        choose: (what, choices) => chosen(person, what, choices),
        say: (line) => void io.stderr.write(`${escapeText(line, 400)}\n`),
      })
      bookings = interview.bookings
      await pack.acquaint(interview)
      if (asker.slowedTo !== null)
        draft.write(['limits', 'requestsPerSecond'], Math.max(1, Math.round(asker.slowedTo)), 'seen', 'more got 429')
      await writeProfile(file, draft, url, io)
      tell(file, asker.requests, bookings, io)
      const unset = new Set(secrets.filter(({ name, value }) => io.env[name] !== value).map(({ name }) => name))
      for (const name of unset)
        io.stdout.write(`${file} takes a credential from the variable ${name}: export it before a run\n`)
      if (cut.signal.aborted) return 4
      const env = { ...io.env, ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])) }
      return await sayWhatARunDoes(file, bookings, { ...io, env })
    } catch (error) {
      for (const line of leftOf(bookings)) io.stderr.write(`${line}\n`)
      throw error instanceof NoService ? contactError(error) : error
    } finally {
      cut.release()
      await person.close()
      await asker.close()
    }
  },
})

/** @throws OutputError */
async function writeProfile(file: string, draft: OpenDraft, url: string, { cwd, secrets }: Io): Promise<void> {
  const head = [
    `Written by octospec init, from what ${url} answered. Every line says where it is from; mend what is wrong.`,
    'seen: in an answer; described: by the target, and not tried; assumed: nothing said otherwise; not found: write it yourself.',
  ]
  try {
    // A target may repeat a credential as anything.
    await writeFile(resolve(cwd, file), secrets.text(profileText(draft.lines(), order, head)), { flag: 'wx' })
  } catch (error) {
    throw new OutputError(file, error)
  }
}

/** What it came to, and what is left of it. */
function tell(file: string, requests: number, bookings: readonly LearningBooking[], { stdout }: Io): void {
  const made = new Set(bookings.map(({ id, key }) => id ?? key)).size
  const left = leftOf(bookings)
  const ended = left.length === 0 ? ', all of them ended' : ''
  stdout.write(`${[`wrote ${file}: ${requests} requests, ${made} bookings${ended}`, ...left].join('\n')}\n`)
}

/** What a run would verify with the profile as it is now. */
async function sayWhatARunDoes(file: string, bookings: readonly LearningBooking[], io: Io): Promise<number> {
  const profile = await readProfileOf(file, io)
  if (bookings.every(({ id }) => id === null)) {
    io.stdout.write(
      `no booking could be made and read, so a run would judge little: see the lines of ${file} that were not found\n`,
    )
    return 3
  }
  io.stdout.write(
    `${lacking(profile, false)
      .map((line) => escapeText(line, 600))
      .join('\n')}\nnext: octospec run --profile ${file}\n`,
  )
  return 0
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usage(`'${text}' is no http or https address`, 'give the address that /bookings is appended to')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw usage('the address has credentials, a query or a fragment in it', 'give credentials with --header')
  return withoutTrailingSlash(url.href)
}

async function headersOf(given: readonly string[], io: Io, person: Prompter): Promise<readonly AccountHeader[]> {
  if (given.length > 0) return headersGiven(given, io, 'OCTO_TOKEN')
  const name = await person.ask('Which variable of the environment holds your token (empty: none)?')
  return name === null ? [] : [headerOf(`Authorization: Bearer \${${name}}`, io, 'OCTO_TOKEN')]
}

/** Headers as they were given; each that states a credential in plain gets a variable of its own. */
function headersGiven(given: readonly string[], io: Io, spare: string): readonly AccountHeader[] {
  return given.map((each, at) => headerOf(each, io, at === 0 ? spare : `${spare}_${at + 1}`))
}

function headerOf(given: string, { env }: Io, spare: string): AccountHeader {
  try {
    return accountHeader(given, env, spare)
  } catch (error) {
    if (error instanceof HeaderError)
      throw usage(
        `a header cannot be used: ${error.message}`,
        "give it as --header 'Authorization: Bearer ${OCTO_TOKEN}'",
      )
    throw error
  }
}

async function agrees(person: Prompter, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await person.ask(`${question} [y/N]`)) ?? '')
}

/** What a person chooses, by its number or as it is; the first where nobody says anything. */
async function chosen(person: Prompter, what: string, choices: readonly string[]): Promise<string | null> {
  const listed = choices.slice(0, 20).map((choice, at) => `  ${at + 1}  ${escapeText(choice, 80)}\n`)
  const answer =
    choices.length === 1 ? null : await person.ask(`${listed.join('')}${what}? [${escapeText(choices[0] ?? '', 80)}]`)
  if (answer === null) return choices[0] ?? null
  return choices[Number(answer) - 1] ?? answer
}

/** The bookings that are not over, by their names. */
function leftOf(bookings: readonly LearningBooking[]): readonly string[] {
  const left = bookings.filter(({ ended }) => !ended)
  const lines = left.map(({ id, key, n, committed, refusal }) => {
    const name = id === null ? `what request ${n} made with the key ${key}` : `booking ${escapeText(id, 80)}`
    const why = refusal === null ? 'no cancel was sent' : `the target refused to cancel it: ${refusal}`
    return `left: ${name}: ${committed ? 'confirmed, and ' : ''}${why}${committed ? '' : '; its hold ends by itself'}`
  })
  return [...new Set(lines)]
}
