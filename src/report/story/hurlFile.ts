import { pointerTokens } from '../../contract/jsonPointer.js'
import { escapeText } from '../../contract/escapeText.js'
import type { Finding } from '../../suite/finding.js'
import type { Step, Story } from './storyOf.js'
import { originName, originOf, percentEncoded, secretsOf, withVariables } from './withVariables.js'

/**
 * The steps of a story as a file for Hurl (https://hurl.dev): each request with the status that it was answered with, ids of the
 * target captured, and where it shows an assertion of what should be so. Hurl sends one request after the other: what was sent at the
 * same time has a note that says so. Nothing that a target said leaves its place.
 */
export function hurlFile(story: Story, title: string, targetUrl: string): string {
  const origin = originOf(targetUrl)
  const { steps, fresh, finding, shown } = story
  const options = [
    `--variable ${originName}=${origin}`,
    ...secretsOf(story).map((name) => `--secret ${name}="$${name}"`),
    ...fresh.map(({ name }) => `--variable ${name}="$(uuidgen)"`),
  ]
  return [
    `# ${escapeText(title, 300)}`,
    `# hurl ${options.join(' ')} story.hurl`,
    ...steps.flatMap((step, at) => {
      const { exchange, together } = step
      const loose = together || steps[at + 1]?.together === true
      return [
        '',
        `# ${at + 1}. ${exchange.purpose} (exchange ${exchange.n})${together ? ', which was sent while the one above was under way: the shell script does that' : ''}`,
        ...entry(step, story, origin),
        ...(step === shown
          ? ['HTTP *', ...assertion(finding)]
          : [`HTTP ${loose ? '*' : (exchange.response?.status ?? '*')}`, ...capturesOf(step)]),
      ]
    }),
    '',
  ].join('\n')
}

function entry({ exchange, waitSeconds }: Step, story: Story, origin: string): readonly string[] {
  const { request } = withVariables(exchange, story, origin)
  const filled = (text: string): string => templated(text, request.placeholders ?? [])
  return [
    `${request.method.replaceAll(/[^A-Z]/g, '')} ${filled(encodedUrl(request.url))}`,
    ...Object.entries(request.headers)
      .filter(([name]) => /^[\w-]+$/.test(name))
      .map(([name, value]) => `${name}: ${filled(escaped(value))}`),
    ...(waitSeconds > 0 ? ['[Options]', `delay: ${waitSeconds}s`] : []),
    ...(request.body === undefined ? [] : [filled(bodyOf(request.body))]),
  ]
}

/** JSON stands as it is, anything else as a string of one line. */
function bodyOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
      .replaceAll('{{', '\\u007b\\u007b')
      .replaceAll(unsafe, (found) =>
        [...found].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      )
  } catch {
    return `\`${escaped(body).replaceAll('`', '\\`')}\``
  }
}

function capturesOf({ captures }: Step): readonly string[] {
  if (captures.length === 0) return []
  return ['[Captures]', ...captures.map(({ name, pointer }) => `${name}: jsonpath "${jsonPath(pointer)}"`)]
}

function assertion({ pointer, expected }: Finding): readonly string[] {
  const text = `# expected: ${escapeText(expected, 300)}`
  const scalar = /^("[^"\\{}]{0,200}"|-?\d{1,15}|true|false|null)$/.test(expected)
  if (pointer === null || pointer === '' || !scalar) return [text]
  return ['[Asserts]', `jsonpath "${jsonPath(pointer)}" == ${expected}`]
}

/** `$['pricing']['retail']`, `$[3]['id']`, inside a quoted string. */
function jsonPath(pointer: string): string {
  const steps = pointerTokens(pointer).map((token) =>
    /^\d{1,6}$/.test(token) ? `[${token}]` : `['${escaped(token).replaceAll("'", "\\\\'").replaceAll('"', '\\"')}']`,
  )
  return `$${steps.join('')}`
}

const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** For a value of Hurl: `\`, `#` and what is active are escaped, and no template of a target's is one. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('#', '\\#')
    .replaceAll('{{', '\\u{7b}\\u{7b}')
    .replaceAll(unsafe, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Characters that a URL cannot hold, and those that mean something to Hurl, encoded. */
function encodedUrl(url: string): string {
  return url.replaceAll(/[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%{}[\]]|\{\{|\}\}/gu, percentEncoded)
}

/** `${NAME}` and `[redacted:NAME]` of these names as Hurl's own variables. */
function templated(text: string, names: readonly string[]): string {
  return text.replaceAll(
    /\$\{([A-Za-z_]\w*)\}|\[redacted:([A-Za-z_]\w*)\]/g,
    (whole, first: string | undefined, second: string | undefined) => {
      const name = first ?? second ?? ''
      return names.includes(name) ? `{{${name}}}` : whole
    },
  )
}
