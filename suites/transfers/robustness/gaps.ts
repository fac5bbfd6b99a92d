import { openSuite, operationNames, type Answer, type Json, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { notice } = suite

notice({
  id: 'robustness.status-codes',
  clause: '7/status-codes',
  of: operationNames,
  observe: ({ status }) => (status === null ? null : String(status)),
})

notice({
  id: 'robustness.error-codes',
  clause: '7/error-codes',
  of: operationNames,
  observe: (answer) => {
    const code = answer.refused ? codeIn(answer.json) : undefined
    return code === undefined ? null : `${code} (HTTP ${answer.status ?? 'none'})`
  },
})

notice({
  id: 'robustness.error-body',
  clause: '7/error-body',
  of: operationNames,
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

function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export default suite
