import { readFileSync } from 'node:fs'
import { curlOf } from '../../wire/curl.js'
import type { Exchange } from '../../wire/exchange.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import { specFile } from '../../contract/specFile.js'
import { grouped, signOf, termsOf } from './sign.js'
import { dataOf } from './steps.js'
import type { Capture, Story } from './story.js'

/**
 * The steps of a story for a POSIX shell with curl and node. It takes ids of the target from its answers, makes ids of
 * ours anew, takes secrets from the environment, and sends simultaneous requests together. It ends with 1 if the
 * answers are wrong in the same way, else with 0, or 2 if it cannot tell. Nothing that a target said runs or expands.
 */
export function shellScript(story: Story, title: string, targetUrl: string): string {
  const origin = originOf(targetUrl)
  const { finding, steps, shown, fresh } = story
  const secrets = secretsOf(story)
  // Of an answer as a whole it is said in words; at a place a text is not to be taken for a number.
  const received =
    typeof finding.received === 'string' && !isPlaced(finding) ? finding.received : safeJson(finding.received)
  return [
    '#!/bin/sh',
    `# ${comment(title)}`,
    `# Needs curl and node.${secrets.length === 0 ? '' : ` Secrets come from the environment: ${secrets.join(', ')}.`}`,
    '# Ends with 1 if the defect was reproduced, with 0 if it was not, and with 2 if it could not be tried: a secret or a program is',
    '# missing, there was no answer, or an earlier step was refused.',
    'set -eu',
    `${originName}=\${${originName}:-${quoted(origin)}}`,
    `for name in curl node; do command -v "$name" > /dev/null || { echo "$name is missing"; exit 2; }; done`,
    ...secrets.map((name) => `[ -n "\${${name}:-}" ] || { echo '${name} is not set to the secret'; exit 2; }`),
    'answers=$(mktemp -d) || exit 2',
    'code=2',
    `trap 'rm -rf "$answers"; exit "$code"' EXIT`,
    '# What stands at a JSON Pointer of the answer to a step, * is each item; as JSON where that is asked for.',
    `at() { program read "$answers/$1" "$2" "\${3-}"; }`,
    // echo of some shells takes what is escaped in JSON for escapes of its own.
    `say() { printf '%s\\n' "$*"; }`,
    'said() { say "$1. $2: HTTP $(cat "$answers/$1.code")"; }',
    ...(steps.some(({ captures }) => captures.length > 0)
      ? [`stop() { say "   $2 is not in it, and the rest needs that: $(at "$1" '' | cut -c1-400)"; exit; }`]
      : []),
    '',
    'story() {',
    ...fresh.map(({ name }) => `${name}=$(node -p 'require("node:crypto").randomUUID()')`),
    ...grouped(steps).flatMap((group) => [
      '',
      ...group.map(
        ({ at, exchange }) =>
          `# ${at}. ${exchange.purpose}${exchange.as === 'reseller' ? '' : ` as ${exchange.as}`} (request ${exchange.n})${group.length > 1 ? ', at the same time' : ''}`,
      ),
      ...group.flatMap(({ at, exchange, waitSeconds }) => [
        ...(waitSeconds > 0 ? [`sleep ${waitSeconds}`] : []),
        `${curlOf(withVariables(exchange, story, origin))} -o "$answers/${at}"${exchange === shown.exchange && finding.wanted?.header !== undefined ? ` -D "$answers/${at}.head"` : ''} -w '%{http_code}' > "$answers/${at}.code"${group.length > 1 ? ' &' : ' || true'}`,
      ]),
      ...(group.length > 1 ? ['wait'] : []),
      ...group.flatMap(({ at, exchange, captures }) => [
        `said ${at} ${exchange.purpose}`,
        ...captures.flatMap(({ name, pointer }) => [
          `${name}=$(at ${at} ${quoted(pointer)}) || stop ${at} ${name}`,
          `printf '   %s: %s\\n' ${name} "$${name}"`,
        ]),
      ]),
    ]),
    '',
    `say ${quoted(`expected: ${comment(finding.expected)}`)}`,
    `say ${quoted(`octospec: ${comment(received)}`)}`,
    ...now(story),
    ...judged(story),
    '}',
    '',
    `program() { node -e '${readFileSync(specFile('report/replay.js'), 'utf8').trim()}' -- "$@"; }`,
    '',
    'story',
    '',
  ].join('\n')
}

function isPlaced({ pointer }: Story['finding']): boolean {
  return pointer !== null && pointer !== ''
}

/** What is received now; of a list also the same place in each item, and how often it has the bookings of the story. */
function now(story: Story): readonly string[] {
  const { finding, steps, shown, fresh } = story
  const at = steps.indexOf(shown) + 1
  const pointer = finding.pointer ?? ''
  const each = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  const header = finding.wanted?.header?.name
  const lines = [
    // If a header is wrong, the body says nothing of it.
    ...(header === undefined
      ? [
          `say "now:      HTTP $(cat "$answers/${at}.code") $(at ${at} ${quoted(pointer)}${isPlaced(finding) ? ' json' : ''} || true)"`,
        ]
      : [`say "header:   $(grep -i '^${header}:' "$answers/${at}.head" || echo "no ${header}")"`]),
    ...steps.flatMap(({ exchange }, index) =>
      exchange.n > shown.exchange.n && finding.about?.includes(exchange.n) === true
        ? [
            `say "step ${index + 1}:   HTTP $(cat "$answers/${index + 1}.code") $(at ${index + 1} ${quoted(pointer)} json || true)"`,
          ]
        : [],
    ),
    ...(each === pointer ? [] : [`say "in each:  $(at ${at} ${quoted(each)} | cut -c1-400)"`]),
  ]
  const bookings = new Set(steps.flatMap(({ exchange }) => exchange.bookingId ?? []))
  const told = dataOf(finding)
  const names = [...steps.flatMap(({ captures }) => captures), ...fresh].flatMap(({ name, value }) =>
    bookings.has(value) || told.includes(value) ? [name] : [],
  )
  if (!shown.isList || names.length === 0) return lines
  const lists = steps.flatMap(({ exchange: { as }, isList }, index) =>
    isList ? [`"$answers/${index + 1}" 'step ${index + 1}${as === 'reseller' ? '' : ` as ${as}`}'`] : [],
  )
  return [
    ...lines,
    '# Which of the lists above have it, and how often.',
    `listed() { say "$1 is listed in: $(program count "$2" ${lists.join(' ')})"; }`,
    ...names.map((name) => `listed ${name} "$${name}"`),
  ]
}

/** The end: whether the sign of the defect is there again. */
function judged(story: Story): readonly string[] {
  const sign = signOf(story)
  if (sign === undefined) return ['say "Compare these: nothing but a person tells here whether it is reproduced."']
  const text = JSON.stringify({ sign, ...termsOf(sign, story) })
  const variables = [...story.steps.flatMap(({ captures }) => captures), ...story.fresh].flatMap(({ name }) =>
    text.includes(`{"of":"${name}"}`) ? [`${name}="$${name}"`] : [],
  )
  return [
    'verdict=0',
    `program judge "$answers" '${ascii(text)}' ${variables.join(' ')} || verdict=$?`,
    'case $verdict in 0) code=0 ;; 3) code=1 ;; esac',
  ]
}

/** JSON of printable ASCII without a single quote, whatever it tells. */
function ascii(json: string): string {
  return json.replaceAll(/[^ -~]|'/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function comment(text: string): string {
  return escapeText(text, 300)
}

function quoted(text: string): string {
  return `'${escapeText(text, 1000).replaceAll("'", "'\\''")}'`
}

export const originName = 'ORIGIN'

const noise = new Set(['user-agent', 'accept-encoding', 'content-length', 'host'])

/** The exchange of a step with its story's values replaced by `${name}`; its placeholders then list these names. */
export function withVariables(exchange: Exchange, { steps, fresh }: Story, origin: string): Exchange {
  const earlier = steps.filter((step) => step.exchange.n < exchange.n).flatMap(({ captures }) => captures)
  const variables = [...earlier, ...fresh].sort((a, b) => b.value.length - a.value.length)
  const { request } = exchange
  const headers = Object.entries(request.headers).filter(([name]) => !noise.has(name.toLowerCase()))
  const local = origin !== '' && request.url.startsWith(`${origin}/`)
  const url = put(local ? request.url.slice(origin.length) : request.url, variables, percentEncoded)
  return {
    ...exchange,
    request: {
      method: request.method,
      url: local ? `\${${originName}}${url}` : url,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, put(value, variables, same)])),
      ...(request.body !== undefined && { body: put(request.body, variables, same) }),
      placeholders: [...(request.placeholders ?? []), ...variables.map(({ name }) => name), originName],
    },
  }
}

/** Like `encodeURIComponent`, of any text: half of a surrogate pair is no character and becomes the mark for one. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString('utf8'))
}

/** Scheme and host of an address; nothing where it is none. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

export function secretsOf({ steps }: Story): readonly string[] {
  return [...new Set(steps.flatMap(({ exchange }) => exchange.request.placeholders ?? []))]
}

function put(
  text: string,
  variables: readonly Pick<Capture, 'name' | 'value'>[],
  form: (value: string) => string,
): string {
  let shown = text
  for (const { name, value } of variables)
    for (const each of new Set([value, form(value)])) shown = shown.replaceAll(each, () => `\${${name}}`)
  return shown
}

function same(value: string): string {
  return value
}
