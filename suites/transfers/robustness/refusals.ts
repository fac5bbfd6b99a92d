import {
  failAt,
  openSuite,
  operationNames,
  pass,
  saysNoSuchMethod,
  wants,
  isJsonObject,
  isSuccessFlag,
} from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Suite, Expected } from '../vocabulary/index.js'
import { operations } from '../operations.js'
import { isObject } from '../quote/options.js'
import { findStackTrace } from './findStackTrace.js'

const suite: Suite = openSuite()
const { sweep, observe } = suite

sweep({
  id: 'robustness.refusal-is-client-error',
  clause: '7/refusal-is-client-error',
  title: 'every refusal has a status code of the 4xx class',
  of: operationNames,
  judge: (answer) => {
    const { status } = answer
    // Server errors have a clause of their own, and so has a success in other words: what it should return (4.3).
    // A read has done nothing to tell of: an object in place of what it shows is a refusal. An array may be a list.
    const isRead = operations[answer.exchange.purpose]?.reads === true
    const isOther = isRead ? isObject(answer.json) : saysError(answer.json)
    const isRefusal = answer.refused || (answer.undocumented && isOther)
    if (!isRefusal || status === null || status >= 500) return null
    return status >= 400 ? pass : wrong(answer, '', 'a refusal has no status of the 4xx class', clientError, status)
  },
})

sweep({
  id: 'robustness.refusal-not-server-error',
  clause: '7/refusal-not-server-error',
  title: 'no refusal is a server error',
  of: operationNames,
  judge: (answer) => {
    const { status } = answer
    // 501 is what HTTP has for a method that is not offered, and some operations are optional.
    if (!turnsDown(answer) || status === null || saysNoSuchMethod(answer)) return null
    return status < 500
      ? pass
      : wrong(answer, '', 'a refusal is a server error', wants.noServerError('no 5xx status'), answer.describe())
  },
})

sweep({
  id: 'robustness.refusal-is-json',
  clause: '7/refusal-is-json',
  title: 'the body of every refusal is JSON, and no HTML page',
  of: operationNames,
  judge: (answer) => {
    const { response } = answer.exchange
    if (!turnsDown(answer) || response === null) return null
    const received = response.text ?? response.json ?? ''
    const page = typeof received === 'string' && /^\s*<(!doctype|html|\?xml|head|body)\b/i.test(received)
    if (response.json !== undefined && !page) return pass
    const what = page ? 'an HTML page' : received === '' ? 'empty' : 'no JSON'
    return wrong(answer, '', `the body of a refusal is ${what}`, { expected: 'a JSON body' }, received)
  },
})

sweep({
  id: 'robustness.refusal-no-stack-trace',
  clause: '7/refusal-no-stack-trace',
  title: 'no refusal shows a stack trace',
  of: operationNames,
  judge: (answer) => {
    const { response } = answer.exchange
    if (!turnsDown(answer) || response === null) return null
    const found = findStackTrace(response.json ?? response.text ?? null)
    if (found === null) return pass
    return wrong(answer, found.pointer, 'a refusal shows a stack trace', inside, found.text)
  },
})

sweep({
  id: 'robustness.answer-says-json',
  clause: '7/answer-says-json',
  title: 'every answer with a JSON body says so in its Content-Type',
  of: operationNames,
  judge: (answer) => {
    const { response } = answer.exchange
    // A bare word or number may be meant as plain text.
    if (response === null || typeof response.json !== 'object' || response.json === null) return null
    const type = response.headers['content-type'] ?? ''
    if (/^\s*[\w.+-]+\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) return pass
    const said = type === '' ? 'nothing' : type
    return wrong(answer, '', `Content-Type says ${said} of a JSON body`, json, type === '' ? null : type)
  },
})

/** An error page counts as the target's own once it has come again: see `Judging`. */
function turnsDown({ refused, isErrorPage }: Answer): boolean {
  return refused || isErrorPage
}

const clientError: Expected = { expected: 'a 4xx status', wanted: { answer: 'client-error' } }
const inside: Expected = { expected: 'no inner workings of the server' }
const json: Expected = { expected: 'application/json', wanted: { header: { name: 'Content-Type', contains: 'json' } } }

function wrong(answer: Answer, pointer: string, message: string, said: Expected, received: Json): Judgement {
  return failAt(answer, pointer, { message: `${message}: ${answer.exchange.purpose}`, ...said, received })
}

observe(operationNames, {
  id: 'robustness.status-codes',
  clause: '7/status-codes',
  observe: ({ status }) => (status === null ? null : String(status)),
})

observe(operationNames, {
  id: 'robustness.error-codes',
  clause: '7/error-codes',
  observe: (answer) => {
    const code = answer.refused ? codeIn(answer.json) : undefined
    return code === undefined ? null : `${code} (HTTP ${answer.status ?? 'none'})`
  },
})

observe(operationNames, {
  id: 'robustness.error-body',
  clause: '7/error-body',
  observe: (answer) => (answer.refused ? shapeOf(answer) : null),
})

/** Members that error bodies call their code by, in public APIs. */
const codeNames = ['error', 'errorCode', 'code', 'type'] as const

/** A code of one word, at the top of a body or in its `error`. */
function codeIn(json: Json | undefined): string | undefined {
  if (!isObject(json)) return undefined
  for (const name of codeNames) {
    const code = json[name]
    if (typeof code === 'string' && /^[\w.:/-]{2,80}$/.test(code)) return code
  }
  return isObject(json['error']) ? codeIn(json['error']) : undefined
}

/** The names of its members, of one within another too. */
function shapeOf({ json, exchange }: Answer): string {
  if (json === undefined) return (exchange.response?.text ?? '') === '' ? 'none' : 'no JSON'
  return isObject(json) ? membersOf(json, true) : Array.isArray(json) ? 'an array' : `a ${typeof json}`
}

function membersOf(json: Readonly<Record<string, Json>>, within: boolean): string {
  const names = Object.entries(json)
    .slice(0, 12)
    .map(([name, value]) => `${name.slice(0, 60)}${within && isObject(value) ? `: ${membersOf(value, false)}` : ''}`)
  return `{${names.join(', ')}}`
}

const errorName = /^(errors?|fault|failure|exception|problem|violations)$|^error[_-]?(code|message|description|type)$/i
const codeName = /^(code|title|type|result|outcome|status|reason)$/i
const refusing =
  /(^|[^a-z])(no|not|invalid|unknown|missing|refused|rejected|denied|forbidden|failed|failure|error|unable|cannot|conflict|taken|expired|closed)([^a-z]|$)/i
/** Lowest status that is an error, where a body repeats it. */
const lowest = 400

/**
 * Whether a body says that something went wrong: by the names of its members, by a flag, by a code in words or
 * numbers. A message alone may also say that all is done.
 */
export function saysError(json: Json | undefined): boolean {
  if (!isJsonObject(json)) return false
  return Object.entries(json).some(([name, value]) => {
    if (value === null || value === '' || value === undefined) return false
    if (errorName.test(name)) return value !== false && !(Array.isArray(value) && value.length === 0)
    if (isSuccessFlag(name)) return value === false
    if (/^(status(code)?|code)$/i.test(name) && typeof value === 'number') return value >= lowest
    return codeName.test(name) && typeof value === 'string' && refusing.test(value.replaceAll('_', ' '))
  })
}

export default suite
