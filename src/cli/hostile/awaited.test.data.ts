import { moments, type Moment } from './behaviour.test.data.js'

/** What octospec does not do well yet. */
export interface Awaited {
  readonly behaviours: RegExp
  readonly moments: readonly Moment[]
  /** What must be mended. */
  readonly what: string
  /** It freezes the process, which takes long to find out: it is not even tried. */
  readonly freezes?: true
}

/**
 * Everything in the table of behaviours that is red today. What is listed must be red: a line goes as soon as it is green.
 * An empty list is the aim.
 */
export const awaited: readonly Awaited[] = [
  { behaviours: /^a cookie of 15 kB$/, moments, what: 'redaction in linear time', freezes: true },
  {
    behaviours: /^500,000 newlines$|^85,000 panics$|nearly stack traces/,
    moments,
    what: 'stack traces in linear time',
    freezes: true,
  },
  {
    behaviours: /^50[234] for ever$|^503 with|^a gateway that closes$/,
    moments: ['first', 'reserve', 'confirm', 'list'],
    what: 'a gateway is not the server',
  },
  {
    behaviours: /^a gateway at random$/,
    moments: ['first', 'reserve', 'confirm'],
    what: 'a gateway is not the server',
  },
  {
    behaviours: /^401 from the second/,
    moments: ['first', 'reserve', 'confirm', 'list'],
    what: 'credentials refused everywhere abort',
  },
  { behaviours: /^an id of Unicode tags$/, moments: ['confirm'], what: 'Unicode tags made visible on the terminal' },
]
