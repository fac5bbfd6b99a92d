import { STATUS_CODES } from 'node:http'
import { deflateRawSync } from 'node:zlib'
import type { Exchange } from '../../client/exchange.js'
import { escapeText } from '../../contract/escapeText.js'

/** Characters of a body, and of the whole of the other lines, that the file keeps. */
const longestBody = 6000
const longestHead = 3000

/** What the file spends on the bodies of all exchanges together, in characters. */
export const bodiesBudget = 1_300_000

/** An exchange as two texts, request and answer, without anything active; JSON stays one line and is laid out when it is opened. */
export type PackedExchange = readonly [n: number, request: readonly string[], answer: readonly string[]]

/** What is shown when a request is opened that has no card of its own. */
export function packedExchange({ n, request, response, failure }: Exchange): PackedExchange {
  const answer =
    response === null
      ? [escapeText(`no complete answer: ${failure?.kind ?? ''} ${failure?.message ?? ''}`, longestHead)]
      : [
          headOf(`${response.status} ${STATUS_CODES[response.status] ?? ''}`, response.headers),
          escapeText(response.json === undefined ? (response.text ?? '') : JSON.stringify(response.json), longestBody),
        ]
  return [
    n,
    [
      headOf(`${request.method} ${request.url}`, request.headers),
      ...(request.body === undefined ? [] : [escapeText(request.body, longestBody)]),
    ],
    answer,
  ]
}

/** Compressed, as text of an ordinary alphabet; the script of the page reads it. */
export function packExchanges(exchanges: readonly PackedExchange[]): string {
  return deflateRawSync(JSON.stringify(exchanges), { level: 9 }).toString('base64')
}

function headOf(first: string, headers: Readonly<Record<string, string>>): string {
  const all = [
    escapeText(first, 1000),
    ...Object.entries(headers).map(([name, value]) => escapeText(`${name}: ${value}`, 300)),
  ]
  return all.slice(0, 40).join('\n').slice(0, longestHead)
}
