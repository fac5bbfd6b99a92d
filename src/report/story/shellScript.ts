import { curlOf } from '../../client/curl.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import type { Story } from './storyOf.js'
import { originName, originOf, secretsOf, withVariables } from './withVariables.js'

/**
 * The steps of a story for a POSIX shell with curl and node: ids that the target gives are taken from its answers, ids of ours are
 * made anew, secrets come from the environment by name. It ends with what was expected, what octospec received, and what is received
 * now. Nothing that a target said runs or expands.
 */
export function shellScript(story: Story, title: string, targetUrl: string): string {
  const origin = originOf(targetUrl)
  const { finding, steps, fresh } = story
  const secrets = secretsOf(story)
  const pointer = finding.pointer ?? ''
  return [
    '#!/bin/sh',
    `# ${comment(title)}`,
    `# Needs curl and node.${secrets.length === 0 ? '' : ` Secrets come from the environment: ${secrets.join(', ')}.`}`,
    'set -eu',
    `${originName}=\${${originName}:-${quoted(origin)}}`,
    ...secrets.map((name) => `: "\${${name}:?set it to the secret}"`),
    'answer=$(mktemp)',
    `trap 'rm -f "$answer"' EXIT`,
    '# What stands at a JSON Pointer of the last answer.',
    `at() { node -e '${reader}' "$answer" "$1"; }`,
    ...fresh.map(({ name }) => `${name}=$(node -p 'require("node:crypto").randomUUID()')`),
    ...steps.flatMap(({ exchange, captures, waitSeconds }, at) => [
      '',
      `# ${at + 1}. ${exchange.purpose}${exchange.as === 'reseller' ? '' : ` as ${exchange.as}`} (exchange ${exchange.n})`,
      ...(waitSeconds > 0 ? [`sleep ${waitSeconds}`] : []),
      `code=$(${curlOf(withVariables(exchange, story, origin))} -o "$answer" -w '%{http_code}')`,
      `echo "${at + 1}. ${exchange.purpose}: HTTP $code"`,
      ...captures.flatMap(({ name, pointer: place }) => [
        `${name}=$(at ${quoted(place)})`,
        `printf '   %s: %s\\n' ${name} "$${name}"`,
      ]),
    ]),
    '',
    `echo ${quoted(`expected: ${comment(finding.expected)}`)}`,
    `echo ${quoted(`octospec: ${comment(typeof finding.received === 'string' ? finding.received : safeJson(finding.received))}`)}`,
    `echo "now:      HTTP $code$(test ! -s "$answer" || echo " $(at ${quoted(pointer)})")"`,
    '',
  ].join('\n')
}

/** Prints what stands there; without it says so, and ends with 1. */
const reader = [
  'const { readFileSync } = require("node:fs");',
  'const text = readFileSync(process.argv[1], "utf8");',
  'let value; try { value = JSON.parse(text) } catch { value = text }',
  'for (const token of process.argv[2].split("/").slice(1)) value = value?.[token.replaceAll("~1", "/").replaceAll("~0", "~")];',
  'if (value === undefined) { console.log("nothing"); process.exitCode = 1 }',
  'else console.log((typeof value === "string" ? value : JSON.stringify(value)).replace(/\\p{Cc}/gu, "?"))',
].join(' ')

function comment(text: string): string {
  return escapeText(text, 300)
}

function quoted(text: string): string {
  return `'${escapeText(text, 1000).replaceAll("'", "'\\''")}'`
}
