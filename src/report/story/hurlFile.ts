import { escapeText } from '../../contract/escapeText.js'
import { hurlAsserts } from './hurlAsserts.js'
import { escapedHurl, jsonPath, unsafe } from './hurlText.js'
import type { Capture, Step, Story } from './storyOf.js'
import { originName, originOf, percentEncoded, secretsOf, withVariables } from './withVariables.js'

/**
 * The steps of a story as a file for Hurl (https://hurl.dev): each request, ids of the
 * target captured, and where it shows an assertion of what should be so. Hurl sends one request after the other: what was sent at the
 * same time has a note that says so. Nothing that a target said leaves its place.
 */
export function hurlFile(story: Story, title: string, targetUrl: string): string {
  const origin = originOf(targetUrl)
  const { steps, fresh, finding, shown } = story
  const { lines, alike = false, held = [], later = shown.exchange.n } = hurlAsserts(story)
  const heldIn = ({ exchange }: Step): Captures => held.flatMap(({ n, capture }) => (n === exchange.n ? [capture] : []))
  const isAlike = ({ exchange: { purpose, as } }: Step): boolean =>
    alike && purpose === shown.exchange.purpose && as === shown.exchange.as
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
      return [
        '',
        `# ${at + 1}. ${exchange.purpose} (exchange ${exchange.n})${together ? ', which was sent while the one above was under way: the shell script does that' : ''}`,
        ...entry(step, story, origin),
        ...(exchange.n === later || isAlike(step)
          ? [
              `# expected: ${escapeText(finding.expected, 300)}`,
              'HTTP *',
              ...capturing(heldIn(step)),
              ...(lines.length > 0
                ? ['[Asserts]', ...lines]
                : [
                    step.together
                      ? '# What was sent at the same time Hurl cannot send so: the shell script does.'
                      : `# Hurl cannot assert that of one answer.${at === steps.length - 1 ? ' It prints this one, as it is the last.' : ''} The shell script says what it found.`,
                  ]),
            ]
          : answered(step, heldIn(step))),
      ]
    }),
    '',
  ].join('\n')
}

function entry({ exchange, waitSeconds }: Step, story: Story, origin: string): readonly string[] {
  const { request } = withVariables(exchange, story, origin)
  const filled = (text: string): string => templated(text, request.placeholders ?? [])
  return [
    `${request.method.replaceAll(/[^A-Z]/g, '')} ${filled(encodedUrl(request.url, request.placeholders ?? []))}`,
    ...Object.entries(request.headers)
      .filter(([name]) => /^[\w-]+$/.test(name))
      .map(([name, value]) => `${name}: ${filled(escapedHurl(value))}`),
    ...(waitSeconds > 0 ? ['[Options]', `delay: ${waitSeconds}s`] : []),
    ...(request.body === undefined ? [] : [filled(bodyOf(request.body))]),
  ]
}

/** JSON stands as it is, anything else as a string of one line: so does half of a surrogate pair, which JSON of Hurl does not know. */
function bodyOf(body: string): string {
  const json = jsonOf(body)
  if (json === undefined || /\\ud[89a-f]/.test(json)) return `\`${escapedHurl(json ?? body).replaceAll('`', '\\`')}\``
  return json.replaceAll('{{', '\\u007b\\u007b').replaceAll(unsafe, (found) =>
    found
      .split('')
      .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

function jsonOf(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return undefined
  }
}

type Captures = readonly Omit<Capture, 'value'>[]

/** What later steps need has to be there, with the status that it came with; else any answer will do. */
function answered({ captures, exchange }: Step, held: Captures): readonly string[] {
  const all = [...captures, ...held]
  return [`HTTP ${all.length === 0 ? '*' : (exchange.response?.status ?? '*')}`, ...capturing(all)]
}

function capturing(captures: Captures): readonly string[] {
  return captures.length === 0
    ? []
    : ['[Captures]', ...captures.map(({ name, pointer }) => `${name}: jsonpath "${jsonPath(pointer)}"`)]
}

/** Characters that a URL of Hurl cannot hold, encoded; placeholders stay. */
function encodedUrl(url: string, names: readonly string[]): string {
  return url.replaceAll(/\$\{(\w+)\}|[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%[\]]/gu, (found, name: string | undefined) =>
    name !== undefined && names.includes(name) ? found : percentEncoded(found),
  )
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
