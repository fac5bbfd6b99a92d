import { curlOf } from '../../wire/curl.js'
import type { Exchange } from '../../wire/exchange.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import { grouped, signOf, termsOf } from './sign.js'
import { dataOf } from './steps.js'
import type { Capture, Story } from './story.js'

/**
 * The steps of a story for a POSIX shell with curl and node: ids that the target gives are taken from its answers, ids of ours are
 * made anew, secrets come from the environment by name; what was sent at the same time is sent so again. It ends with 1 if
 * the answers are wrong in the same way, with 0 if they are not. Nothing that a target said runs or expands.
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
    `at() { node -e '${reader}' -- "$answers/$1" "$2" "\${3-}"; }`,
    // echo of some shells takes what is escaped in JSON for escapes of its own.
    `say() { printf '%s\\n' "$*"; }`,
    'said() { say "$1. $2: HTTP $(cat "$answers/$1.code")"; }',
    ...(steps.some(({ captures }) => captures.length > 0)
      ? [`stop() { say "   $2 is not in it, and the rest needs that: $(at "$1" '' | cut -c1-400)"; exit; }`]
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
    // Where a header is wrong, the body says nothing of it.
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
    `listed() { say "$1 is listed in: $(node -e '${counter}' -- "$2" ${lists.join(' ')})"; }`,
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
    `node -e '${judge}' -- "$answers" '${ascii(text)}' ${variables.join(' ')} || verdict=$?`,
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

/** The exchange of a step with the values of its story replaced by `${name}`, which all the placeholders of the exchange then name. */
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

// Programs for node that stand in a script between single quotes: they have none. All that is told to them is an argument.

/** The value of an answer that is in a file; and what stands at a JSON Pointer of it, * is each item. */
const parse = [
  'const read = (file) => { try { return require("node:fs").readFileSync(file, "utf8") } catch { return "" } };',
  'const answer = (file) => { const text = read(file); try { return JSON.parse(text) } catch { return text } };',
  'const go = (here, [token, ...rest]) => token === undefined ? here',
  ': token === "*" && Array.isArray(here) ? here.map((item) => go(item, rest))',
  ': go(Object.getOwnPropertyDescriptor(Object(here), token.replaceAll("~1", "/").replaceAll("~0", "~"))?.value, rest);',
  'const stands = (value, pointer) => go(value, pointer.split("/").slice(1));',
  'const shown = (text) => text.replace(/\\p{Cc}/gu, "?");',
].join(' ')

/** Prints what stands there; without it says so, and ends with 1. */
export const reader: string = [
  parse,
  'const [file, pointer, form] = process.argv.slice(1);',
  'const value = stands(answer(file), pointer);',
  'if (value === undefined || value === "") { console.log("nothing"); process.exitCode = 1 }',
  'else console.log(shown(typeof value === "string" && form !== "json" ? value : JSON.stringify(value)))',
].join(' ')

export const counter: string = [
  parse,
  'const [id, ...lists] = process.argv.slice(1);',
  'const times = (value) => Array.isArray(value) ? value.filter((item) => JSON.stringify(item).includes(id)).length',
  ': typeof value === "object" && value !== null ? Object.values(value).reduce((sum, each) => sum + times(each), 0) : 0;',
  'const found = lists.flatMap((file, at) => at % 2 === 0 && times(answer(file)) > 0 ? [lists[at + 1] + " (" + times(answer(file)) + ")"] : []);',
  'console.log(found.join(", ") || "none")',
].join(' ')

/** Judges a sign by the answers in a folder: ends with 0, it is not there; with 3, it is; with 4, the answers do not tell. */
export const judge: string = `
${parse}
const [folder, told, ...variables] = process.argv.slice(1);
const { sign, steps, was, needed, optional, last, mayRefuse } = JSON.parse(told);
const given = new Map(variables.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]));
const end = (code, text) => { console.log(text); process.exit(code) };
const untold = (why) => end(4, "could not be tried: " + why);
const no = () => end(0, "not reproduced: the answers are not wrong in this way");
const code = (step) => Number(read(folder + "/" + step + ".code"));
const body = (step) => answer(folder + "/" + step);
let doubt;
was.forEach((before, at) => {
  const [step, now] = [at + 1, code(at + 1)];
  if (!now) untold("step " + step + " has no answer");
  const why = "step " + step + " was answered with HTTP " + now + ", not with " + before;
  if (now !== before && ([429, 502, 503, 504].includes(now) || (now === 401 && ![403, 404].includes(before)))) untold(why);
  if (before >= 200 && before < 300 && (now < 200 || now > 299)) { if (needed.includes(step)) untold(why); if (optional.includes(step)) doubt = why }
  if (sign.kind === "status" || !steps.includes(step) || Math.trunc(now / 100) === Math.trunc(before / 100)) return;
  if (now >= 400 && sign.kind === "has") return;
  if (now >= 400 && step === last && mayRefuse) no();
  untold(why);
});
const valueOf = (value) => "of" in value ? given.get(value.of) : value.is;
const has = (value, text) => JSON.stringify(value).includes(typeof text === "string" ? JSON.stringify(text).slice(1, -1) : JSON.stringify(text));
const at = ({ step, at, item }) => {
  if (!item) return stands(body(step), at);
  const list = stands(body(step), item.list);
  const found = Array.isArray(list) ? list.find((each) => stands(each, item.at) === valueOf(item.id)) : undefined;
  return found === undefined ? untold("the list of step " + step + " does not have the item") : stands(found, at);
};
const equal = require("node:util").isDeepStrictEqual;
const ordered = (value) => typeof value === "string" && /^[0-9]{4}-[0-9-]+T/.test(value) ? Date.parse(value) : value;
const below = (one, other) => {
  const [a, b] = [ordered(one), ordered(other)];
  return typeof a !== typeof b || !["number", "string"].includes(typeof a) || a !== a || b !== b ? untold("the values have no order") : a < b;
};
const kinds = (value) => value === null ? ["null"] : Array.isArray(value) ? ["array"] : Number.isInteger(value) ? ["integer", "number"] : [typeof value];
const is = (kind, value, right) => kinds(value).includes(kind) && right(value);
const rules = {
  not: () => false,
  const: (each, value) => equal(value, each),
  enum: (each, value) => each.some((one) => equal(value, one)),
  type: (each, value) => [each].flat().some((kind) => kinds(value).includes(kind)),
  pattern: (each, value) => is("string", value, () => value.length < 10000 && new RegExp(each, "u").test(value)),
  minLength: (each, value) => is("string", value, () => [...value].length >= each),
  minimum: (each, value) => is("number", value, () => value >= each),
  maximum: (each, value) => is("number", value, () => value <= each),
  minItems: (each, value) => is("array", value, () => value.length >= each),
  maxItems: (each, value) => is("array", value, () => value.length <= each),
  formatMinimum: (each, value) => is("string", value, () => !below(value, each)),
};
const fits = (schema, value) => Object.entries(schema).every(([key, each]) => rules[key]?.(each, value) ?? true);
const texts = () => sign.steps.filter((step) => has(body(step), valueOf(sign.text))).length;
const items = (step) => [stands(body(step), sign.list)].flat().map((item) => stands(item, sign.at)).filter((value) => value != null);
const judges = {
  status: () => steps.every((step) => code(step) < sign.from || code(step) > sign.to),
  header: () => !read(folder + "/" + sign.step + ".head").split(/[\\r\\n]+/).some((line) =>
    line.toLowerCase().startsWith(sign.name.toLowerCase() + ":") && line.includes(sign.contains)),
  value: (value) => value === undefined ? sign.missing : !fits(sign.fits, value),
  same: (value) => value === undefined ? sign.missing : !sign.missing && equal(value, valueOf(sign.value)),
  other: (value) => value === undefined ? sign.missing || untold("nothing is at the place") : !equal(value, valueOf(sign.value)),
  pair: (value) => {
    const than = at(sign.than);
    console.log("held to:  " + shown(String(JSON.stringify(than))));
    return sign.by === "==" ? !equal(value, than) : sign.by === "!=" ? equal(value, than) : sign.by === "<=" ? below(than, value) : below(value, than);
  },
  has: () => texts() > 0,
  lacks: () => texts() === 0,
  listed: () => texts() < sign.least,
  twice: () => { const first = items(sign.steps[0]); return items(sign.steps[1]).some((value) => first.includes(value)) },
  order: () => items(sign.step).some((value, at, all) => at > 0 && (sign.falls ? below(all[at - 1], value) : below(value, all[at - 1]))),
};
if (!judges[sign.kind](sign.place && at(sign.place))) no();
if (doubt) untold(doubt);
end(3, "reproduced: the answers are wrong in the same way");
`
