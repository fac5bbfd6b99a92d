import { curlOf } from '../../client/curl.js'
import type { Exchange } from '../../client/exchange.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import { citationsIn } from '../../suite/citations.js'
import { hurlAsserts } from './hurlAsserts.js'
import type { Step, Story } from './storyOf.js'
import { originName, originOf, secretsOf, withVariables } from './withVariables.js'

/**
 * The steps of a story for a POSIX shell with curl and node: ids that the target gives are taken from its answers, ids of ours are
 * made anew, secrets come from the environment by name; what was sent at the same time is sent so again. It ends with what was
 * expected, what octospec received, and what is received now. Nothing that a target said runs or expands.
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
    'set -eu',
    `${originName}=\${${originName}:-${quoted(origin)}}`,
    ...secrets.map((name) => `: "\${${name}:?set it to the secret}"`),
    'answers=$(mktemp -d)',
    `trap 'rm -rf "$answers"' EXIT`,
    '# What stands at a JSON Pointer of the answer to a step, * is each item; as JSON where that is asked for.',
    `at() { node -e '${reader}' -- "$answers/$1" "$2" "\${3-}"; }`,
    // echo of some shells takes what is escaped in JSON for escapes of its own.
    `say() { printf '%s\\n' "$*"; }`,
    'said() { say "$1. $2: HTTP $(cat "$answers/$1.code")"; }',
    ...(steps.some(({ captures }) => captures.length > 0)
      ? [`stop() { say "   $2 is not in it, and the rest needs that: $(at "$1" '' | cut -c1-400)"; exit 1; }`]
      : []),
    ...fresh.map(({ name }) => `${name}=$(node -p 'require("node:crypto").randomUUID()')`),
    ...grouped(steps).flatMap((group) => [
      '',
      ...group.map(
        ({ at, exchange }) =>
          `# ${at}. ${exchange.purpose}${exchange.as === 'reseller' ? '' : ` as ${exchange.as}`} (exchange ${exchange.n})${group.length > 1 ? ', at the same time' : ''}`,
      ),
      ...group.flatMap(({ at, exchange, waitSeconds }) => [
        ...(waitSeconds > 0 ? [`sleep ${waitSeconds}`] : []),
        `${curlOf(withVariables(exchange, story, origin))} -o "$answers/${at}"${exchange === shown.exchange && finding.wanted?.header !== undefined ? ` -D "$answers/${at}.head"` : ''} -w '%{http_code}' > "$answers/${at}.code"${group.length > 1 ? ' &' : ''}`,
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
    '',
  ].join('\n')
}

function isPlaced({ pointer }: Story['finding']): boolean {
  return pointer !== null && pointer !== ''
}

interface Numbered extends Step {
  /** From 1. */
  readonly at: number
}

/** Steps that were under way together, together. */
function grouped(steps: readonly Step[]): readonly (readonly Numbered[])[] {
  const groups: Numbered[][] = []
  steps.forEach((step, index) => {
    const last = groups.at(-1)
    if (step.together && last !== undefined) last.push({ ...step, at: index + 1 })
    else groups.push([{ ...step, at: index + 1 }])
  })
  return groups
}

/** What is received now; of a list also the same place in each item, and how often it has the bookings of the story. */
function now(story: Story): readonly string[] {
  const { finding, steps, shown, fresh } = story
  const at = steps.indexOf(shown) + 1
  const pointer = finding.pointer ?? ''
  const each = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  const header = finding.wanted?.header?.name
  const lines = [
    // Where a header is wrong, the body says nothing of it.
    ...(header === undefined
      ? [
          `say "now:      HTTP $(cat "$answers/${at}.code") $(at ${at} ${quoted(pointer)}${isPlaced(finding) ? ' json' : ''} || true)"`,
        ]
      : [`say "header:   $(grep -i '^${header}:' "$answers/${at}.head" || echo "no ${header}")"`]),
    ...steps.flatMap(({ exchange }, index) =>
      wantedIn(story, exchange).map((place) => `say "held to:  $(at ${index + 1} ${quoted(place)} json || true)"`),
    ),
    ...steps.flatMap(({ exchange }, index) =>
      exchange.n > shown.exchange.n && citationsIn(finding.message).includes(exchange.n)
        ? [
            `say "step ${index + 1}:   HTTP $(cat "$answers/${index + 1}.code") $(at ${index + 1} ${quoted(pointer)} json || true)"`,
          ]
        : [],
    ),
    ...(each === pointer ? [] : [`say "in each:  $(at ${at} ${quoted(each)} | cut -c1-400)"`]),
  ]
  const bookings = new Set(steps.flatMap(({ exchange }) => exchange.bookingId ?? []))
  const told = JSON.stringify(finding)
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
    `listed() { say "$1 is listed in: $(node -e '${counter}' -- "$2" ${lists.join(' ')})"; }`,
    ...names.map((name) => `listed ${name} "$${name}"`),
  ]
}

/** Places of this answer that the wrong one is held to: what stands there may be another value now. */
function wantedIn(story: Story, { n }: Exchange): readonly string[] {
  const { held = [] } = hurlAsserts(story)
  return held.flatMap((each) => (each.n === n && each.capture.name === 'wanted' ? [each.capture.pointer] : []))
}

/** The value of an answer that is in a file. */
const parse = [
  'const answer = (file) => {',
  'let text = ""; try { text = require("node:fs").readFileSync(file, "utf8") } catch {}',
  'try { return JSON.parse(text) } catch { return text }',
  '};',
].join(' ')

/** Prints what stands there; without it says so, and ends with 1. */
const reader = [
  parse,
  'const [file, pointer, form] = process.argv.slice(1);',
  'const go = (here, [token, ...rest]) => token === undefined ? here',
  ': token === "*" && Array.isArray(here) ? here.map((item) => go(item, rest))',
  ': go(here?.[token.replaceAll("~1", "/").replaceAll("~0", "~")], rest);',
  'const value = go(answer(file), pointer.split("/").slice(1));',
  'if (value === undefined || value === "") { console.log("nothing"); process.exitCode = 1 }',
  'else console.log((typeof value === "string" && form !== "json" ? value : JSON.stringify(value)).replace(/\\p{Cc}/gu, "?"))',
].join(' ')

const counter = [
  parse,
  'const [id, ...lists] = process.argv.slice(1);',
  'const times = (value) => Array.isArray(value) ? value.filter((item) => JSON.stringify(item).includes(id)).length',
  ': typeof value === "object" && value !== null ? Object.values(value).reduce((sum, each) => sum + times(each), 0) : 0;',
  'const found = lists.flatMap((file, at) => at % 2 === 0 && times(answer(file)) > 0 ? [lists[at + 1] + " (" + times(answer(file)) + ")"] : []);',
  'console.log(found.join(", ") || "none")',
].join(' ')

function comment(text: string): string {
  return escapeText(text, 300)
}

function quoted(text: string): string {
  return `'${escapeText(text, 1000).replaceAll("'", "'\\''")}'`
}
