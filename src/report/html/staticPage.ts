import { createHash } from 'node:crypto'
import { escaped, ours, type Html } from './escaped.js'

export interface StaticPage {
  /** By this a page is known to be one of octospec's, which the next one may replace. */
  readonly generator: string
  readonly title: string
  readonly styles: string
  readonly body: Html
}

/** A page that loads nothing and has no script: its policy allows its own styles alone. */
export function staticPage({ generator, title, styles, body }: StaticPage): string {
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'`
  return String(escaped`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="${generator}">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${ours(styles)}</style>
</head>
<body>
${body}
</body>
</html>
`)
}
