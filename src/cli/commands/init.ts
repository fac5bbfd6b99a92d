import { isDay } from '../../contract/instant.js'
import { accessSync, constants, existsSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { systemNonce } from '../../wire/marker.js'
import { Stop } from '../../wire/stop.js'
import { escapeText } from '../../contract/escapeText.js'
import { openRunKey, type RunKey } from '../../evidence/seal.js'
import { OutputError, writing } from '../../evidence/files.js'
import { Asker } from '../../init/asker.js'
import { describedOperations, documentIn } from '../../init/description.js'
import { accountHeader, accountQuery, HeaderError, type AccountHeader } from '../../init/credential.js'
import { completedText, openDraft, type OpenDraft, profileText } from '../../init/draft.js'
import { openInterview } from '../../init/interview.js'
import { pack } from '../../pack.js'
import { entriesAsMaps } from '../../profile/entries.js'
import { mergeProfile } from '../../profile/key.js'
import { plainFileError, readPlainFile } from '../../profile/plainFile.js'
import { requiredKeys } from '../../profile/profileKeys.js'
import { NoService, type DescribedOperation, type LearningBooking } from '../../suite/interview.js'
import { isOver, readBegunProfile, journalEnding, writeJournal, type BegunProfile } from '../initFiles.js'
import { CliError, usage } from '../errorCodes.js'
import { command, flag, text, texts, type Command } from '../command.js'
import { contactError, prompter, type Prompter } from '../initPerson.js'
import { cutShort, type Io } from '../io.js'
import { lacking } from './doctor.js'
import { readProfileOf } from '../../library/ownRun.js'
import { warnOfCertificates } from '../profileSource.js'
import { withoutTrailingSlash } from '../../wire/exchange.js'

/** The most that a conversation may cost the target. Some requests are kept for those that end bookings. */
const [mostRequests, keptRequests, mostBookings] = [60, 6, 4]
/** Answers that a person may give to one question, and choices that are shown. */
const [mostAnswers, mostListed] = [3, 20]
const usualFile = 'octospec.yaml'
/** The documents let no hold last longer, in milliseconds. */
const longestHold = 200 * 60_000
const longestDescription = 16 * 1024 * 1024
/** The keys of a profile as they stand in one, first those that have no default. */
const order = mergeProfile(pack.profile.root, requiredKeys(pack.profile.schema), pack.profile.defaults)

const anyText = text('day', 'a day on which it can be booked, such as 2027-03-10; the coming weeks otherwise')

/** @throws CliError unless it is a date. */
function dayOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  if (!isDay(given)) throw usage(`--day takes a date such as 2027-03-10, but got '${given}'`)
  return given
}

export const initCommand: Command = command({
  options: {
    header: texts('header', "of every request, 'Name: value'; ${NAME} is a variable of the environment; repeatable"),
    'other-header': texts('other-header', 'the same of a second account; repeatable'),
    query: texts('query', "parameter of the query of every request, 'name=value'; ${NAME} as above; repeatable"),
    'other-query': texts('other-query', 'the same of a second account; repeatable'),
    product: text('product', 'id of the product that may be booked; the first that is listed otherwise'),
    option: text('option', 'id of its option'),
    openapi: text(
      'openapi',
      'an OpenAPI document of the server, in JSON or YAML; it is looked for at the server otherwise',
    ),
    day: { ...anyText, coerce: (given) => dayOf(anyText.coerce(given)) },
    profile: text(
      'profile',
      'a profile that somebody began, or an earlier init: what it says is kept, and the rest is learned',
    ),
    out: text('out', `file to write; ${usualFile} otherwise`),
    'allow-confirm': flag('confirm one booking and cancel it, to learn how'),
    yes: flag('ask nothing'),
  },
  positionals: { url: 'address of the server, to which /bookings is appended' },
  epilogue: `It sends ${mostRequests} requests and makes ${mostBookings} bookings at most, and cancels them. Exit codes: 0 a run can begin, 3 the profile lacks what a run needs, 2 there is nothing to talk to, 4 nobody answers, or it was cut short.`,
  handle: async (given, io) => {
    const file = given.out ?? usualFile
    const journal = `${resolve(io.cwd, file)}${journalEnding}`
    mayWrite(file, journal, io)
    let runKey: RunKey | null = null
    const key = (): RunKey => (runKey ??= openRunKey(io.env, true))
    const cut = cutShort(io, () => undefined, undefined, 'ending what it booked')
    const person = prompter(io, io.stdout.isTTY === true && !given.yes, cut.signal)
    const url = addressOf(given.url)
    const begun = given.profile === undefined ? null : await readBegunProfile(given.profile, url, io)
    const draft = openDraft(begun === null ? {} : entriesAsMaps(pack.profile.root, begun.value))
    const asker = new Asker({
      url,
      headers: pack.requests.headers({}),
      clock: io.clock,
      signal: cut.signal,
      mostRequests,
      kept: keptRequests,
      waits: (what) => void io.stderr.write(`     waiting for the answer to ${escapeText(what, 300)}\n`),
    })
    warnOfCertificates({ target: { url }, otherReseller: null }, io)
    let bookings: readonly LearningBooking[] = []
    let isKnown = false
    try {
      const headers = await accountOf(or(given.header, begun?.header), or(given.query, begun?.query), io, person)
      const otherHeaders = accountGiven(
        or(given['other-header'], begun?.otherHeader),
        or(given['other-query'], begun?.otherQuery),
        io,
        'OCTO_TOKEN_B',
      )
      const secrets = [...headers, ...otherHeaders].flatMap((header) => header.secrets)
      io.secrets.add(secrets)
      isKnown = secrets.length > 0
      const mayConfirm =
        given['allow-confirm'] ||
        (await agrees(person, 'May one booking be confirmed and cancelled again, to learn how?'))
      const interview = await openInterview({
        description: given.openapi === undefined ? null : descriptionIn(given.openapi, url, io),
        url,
        asker,
        draft,
        headers,
        otherHeaders: otherHeaders.length === 0 ? null : otherHeaders,
        given: {
          mayConfirm,
          ...(given.product !== undefined && { product: given.product }),
          ...(given.option !== undefined && { option: given.option }),
          ...(given.day !== undefined && { day: given.day }),
        },
        mostBookings,
        nonce: systemNonce.nonce(),
        clock: io.clock,
        choose: (what, choices) => chosen(person, what, choices, io),
        keep: async (made) =>
          writeJournal(
            journal,
            { profile: profileSoFar(draft, url, begun, io), bookings: made, until: io.clock.now() + longestHold },
            key(),
          ),
        say: (line) => void io.stderr.write(`${escapeText(line, 400)}\n`),
      })
      bookings = interview.bookings
      await pack.acquaint(interview)
      if (asker.slowedTo !== null)
        draft.write(['limits', 'requestsPerSecond'], Math.max(1, Math.round(asker.slowedTo)), 'seen', 'more got 429')
      await writeProfile(file, profileSoFar(draft, url, begun, io), io)
      tell(file, asker.requests, bookings, io)
      const unset = new Set(secrets.filter(({ name, value }) => io.env[name] !== value).map(({ name }) => name))
      for (const name of unset)
        io.stdout.write(`${file} takes a credential from the variable ${name}: export it before a run\n`)
      if (cut.signal.aborted || asker.over !== null) return 4
      const env = { ...io.env, ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])) }
      const exit = await sayWhatARunDoes(file, bookings, draft, unfound(draft, mayConfirm), { ...io, env })
      const second = unconfirmed(draft)
      if (!mayConfirm && exit === 0 && second.length > 0)
        io.stdout.write(
          `a second pass that may confirm a booking would learn ${second.join(', ')}, and what only such a booking shows: octospec init URL --profile ${file} --allow-confirm --out FILE\n`,
        )
      return exit
    } catch (error) {
      for (const line of leftOf(bookings)) io.stderr.write(`${line}\n`)
      if (error instanceof Stop) {
        io.stderr.write(`no further: ${escapeText(error.message)}; no profile was written\n`)
        return 4
      }
      if (!(error instanceof NoService)) throw error
      const shut = isKnown ? null : asker.shut
      throw contactError(shut === null ? error : new NoService(error.message, shut, 'an answer of another kind'))
    } finally {
      cut.release()
      // A booking that has ended needs no journal.
      if (leftOf(bookings).length === 0) await rm(journal, { force: true }).catch(() => undefined)
      else io.stderr.write(`to try once more to end what is left: octospec resume ${file}${journalEnding}\n`)
      await person.close()
      await asker.close()
    }
  },
})

/** @throws CliError, OutputError where something is there that would be lost, or nothing can be written */
function mayWrite(file: string, journal: string, io: Io): void {
  const path = resolve(io.cwd, file)
  if (existsSync(journal)) {
    if (!isOver(journal, io))
      throw new CliError(
        'OCTOSPEC_OUTPUT',
        `${file}${journalEnding} is there: an octospec init was killed, or could not end all that it booked`,
        `octospec resume ${file}${journalEnding}`,
      )
    rmSync(journal)
  }
  if (existsSync(path))
    throw new CliError(
      'OCTOSPEC_OUTPUT',
      `${file} is there already`,
      `name another file with --out; to learn what that one lacks: --profile ${file} and another --out`,
    )
  // A file in place of the folder may be written, too; nothing can be in it.
  writing(path, () => accessSync(`${dirname(path)}/.`, constants.W_OK))
}

/** The operations that a document of the user's own describes. @throws CliError */
function descriptionIn(file: string, url: string, { cwd }: Io): readonly DescribedOperation[] {
  const text = ((): string => {
    try {
      return readPlainFile(resolve(cwd, file), longestDescription, { follow: true }).toString('utf8')
    } catch (error) {
      throw new CliError('OCTOSPEC_FILE', `${file} cannot be read: ${plainFileError(error).message}`)
    }
  })()
  const found = describedOperations(documentIn(text, true), url)
  if (found === null)
    throw usage(`${file} is no OpenAPI document`, 'give one in JSON or YAML, with the paths of the server in it')
  return found
}

function or(given: readonly string[], begun: readonly string[] = []): readonly string[] {
  return given.length > 0 ? given : begun
}

/** A target may repeat a credential as anything. */
function profileSoFar(draft: OpenDraft, url: string, begun: BegunProfile | null, { secrets }: Io): string {
  if (begun !== null) return secrets.text(completedText(begun.text, draft.lines(), order, pack.profile.root))
  const head = [
    `Written by octospec init, from what ${url} answered. Every line says where it is from; mend what is wrong.`,
    'seen: in an answer; described: by the target, and not tried; assumed: nothing said otherwise; not found: write it yourself.',
  ]
  return secrets.text(profileText(draft.lines(), order, head, pack.profile.root))
}

/** @throws OutputError */
async function writeProfile(file: string, profile: string, io: Io): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, file), profile, { flag: 'wx' })
  } catch (error) {
    throw new OutputError(file, error)
  }
}

function tell(file: string, requests: number, bookings: readonly LearningBooking[], { stdout }: Io): void {
  const made = new Set(bookings.map(({ id, key }) => id ?? key)).size
  const left = leftOf(bookings)
  const ended = left.length === 0 ? ', all of them ended' : ''
  stdout.write(`${[`wrote ${file}: ${requests} requests, ${made} bookings${ended}`, ...left].join('\n')}\n`)
}

/** What a run would verify with the profile as it is now. */
async function sayWhatARunDoes(
  file: string,
  bookings: readonly LearningBooking[],
  draft: OpenDraft,
  lost: readonly string[],
  io: Io,
): Promise<number> {
  const profile = await readProfileOf(file, io, unread(draft))
  if (bookings.every(({ id }) => id === null)) {
    io.stdout.write(
      `no booking could be made and read, so a run would judge little: see the lines of ${file} that were not found\n`,
    )
    return 3
  }
  if (lost.length > 0)
    io.stdout.write(
      `not found: ${lost.join(', ')}; write for each in ${file} where it is (operations.NAME.request), or null if it is not offered\n`,
    )
  io.stdout.write(
    `${lacking(profile, false)
      .map((line) =>
        escapeText(lost.length > 0 ? line.replace('a run can begin', 'with these, a run can begin') : line, 600),
      )
      .join(
        '\n',
      )}\nnext: ${lost.length > 0 ? `write what was not found, then octospec init URL --profile ${file} --out FILE, which learns the rest` : `octospec run --profile ${file}`}\n`,
  )
  return lost.length > 0 ? 3 : 0
}

/** Inputs that the target does not read where the profile leaves them: a run cannot test what follows from them. */
function unread(draft: OpenDraft): Readonly<Record<string, null>> {
  const left = draft.lines().filter((line) => 'likely' in line && line.isUnread === true)
  return Object.fromEntries(left.map(({ key }) => [key.join('.'), null]))
}

/** The operations that were not tried, since they commit to a booking. */
function unconfirmed(draft: OpenDraft): readonly string[] {
  const open = draft.lines().filter((line) => !('sure' in line) || line.sure !== 'seen')
  const keys = open.flatMap(({ key: [part, name = ''] }) =>
    part === 'operations' && pack.operations[name]?.commits === true ? [`operations.${name}`] : [],
  )
  return [...new Set(keys)]
}

/** The operations that were looked for and not found, by their names. */
function unfound(draft: OpenDraft, mayConfirm: boolean): readonly string[] {
  return draft.lines().flatMap((line) => {
    const [part, name = '', what] = line.key
    const isLeft = 'likely' in line && part === 'operations' && what === 'request'
    return isLeft && (mayConfirm || pack.operations[name]?.commits !== true) ? [name] : []
  })
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usage(`'${text}' is no http or https address`, 'give the address that /bookings is appended to')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw usage('the address has credentials, a query or a fragment in it', 'give credentials with --header')
  return withoutTrailingSlash(url.href)
}

async function accountOf(
  headers: readonly string[],
  query: readonly string[],
  io: Io,
  person: Prompter,
): Promise<readonly AccountHeader[]> {
  if (headers.length + query.length > 0) return accountGiven(headers, query, io, 'OCTO_TOKEN')
  const name = await variableAsked(person, io)
  return name === null ? [] : accountGiven([`Authorization: Bearer \${${name}}`], [], io, 'OCTO_TOKEN')
}

/**
 * The name of a variable that is set; null: none was given. The answer may be the token itself, so it is never shown.
 * @throws CliError where no answer is one
 */
async function variableAsked(person: Prompter, { env, stdout }: Io): Promise<string | null> {
  for (let tries = 1; tries <= mostAnswers; tries += 1) {
    const answer = await person.ask('Which variable of the environment holds your token (empty: none)?')
    if (answer === null) return null
    const [, name] = /^\$?\{?([A-Za-z_]\w{0,200})\}?$/.exec(answer) ?? []
    if (name !== undefined && (env[name] ?? '') !== '') return name
    stdout.write(
      'no variable of that name is set; what is asked for is the name, such as OCTO_TOKEN, and not the token\n',
    )
  }
  throw usage(
    'no variable that is set was named',
    'export OCTO_TOKEN with the token in it, and begin again; or name it with --header',
  )
}

/**
 * Headers and query parameters as they were given. Each that states a credential in plain gets a variable of its own.
 * @throws CliError
 */
function accountGiven(
  headers: readonly string[],
  query: readonly string[],
  { env }: Io,
  spare: string,
): readonly AccountHeader[] {
  const variable = (at: number): string => (at === 0 ? spare : `${spare}_${at + 1}`)
  try {
    return [
      ...headers.map((each, at) => accountHeader(each, env, variable(at))),
      ...query.map((each, at) => accountQuery(each, env, variable(headers.length + at))),
    ]
  } catch (error) {
    if (error instanceof HeaderError)
      throw usage(
        `a credential cannot be used: ${error.message}`,
        error.remedy ?? "give it as --header 'Authorization: Bearer ${OCTO_TOKEN}' or --query 'api_key=${OCTO_TOKEN}'",
      )
    throw error
  }
}

async function agrees(person: Prompter, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await person.ask(`${question} [y/N]`)) ?? '')
}

async function chosen(
  person: Prompter,
  what: string,
  choices: readonly string[],
  { stdout }: Io,
): Promise<string | null> {
  const [first = null] = choices
  if (choices.length === 1) return first
  const listed = choices.slice(0, mostListed).map((choice, at) => `  ${at + 1}  ${escapeText(choice, 80)}\n`)
  const usual = first === null ? '(the target lists none; empty: not known)' : `[${escapeText(first, 80)}]`
  let question = `${listed.join('')}${what}? ${usual}`
  for (let before: string | null = null; ;) {
    const answer = await person.ask(question)
    if (answer === null) return first
    const choice = /^\d{1,3}$/.test(answer) ? choices[Number(answer) - 1] : choices.find((each) => each === answer)
    // A list may lack it, so what is said twice is meant.
    if (choice !== undefined || first === null || answer === before) return choice ?? answer
    stdout.write(`the target does not list ${escapeText(answer, 80)}; the same once more takes it all the same\n`)
    before = answer
    question = `${what}? ${usual}`
  }
}

/** The bookings that are not over, by their names. */
function leftOf(bookings: readonly LearningBooking[]): readonly string[] {
  const left = bookings.filter(({ ended }) => !ended)
  const lines = left.map(({ id, key, n, committed, refusal }) => {
    const name = id === null ? `what request ${n} made with the key ${key}` : `booking ${escapeText(id, 80)}`
    const why =
      refusal === null ? 'no cancel was sent that the target knows' : `the target refused to cancel it: ${refusal}`
    return `left: ${name}: ${committed ? 'confirmed, and ' : ''}${why}${committed ? '' : '; its hold ends by itself'}`
  })
  return [...new Set(lines)]
}
