/** An address without userinfo and without the values of its query, which may be secrets. */
export function shownAddress(text: string): string {
  const scheme = text.indexOf('://')
  const isUrl = URL.canParse(text)
  if (scheme < 0 && !text.includes('@')) return text
  const start = scheme < 0 ? 0 : scheme + 3
  const end = isUrl && scheme >= 0 ? endOfHost(text, start) : text.length
  const at = text.lastIndexOf('@', end - 1)
  const isUserinfo = at >= start && (scheme >= 0 || text.slice(0, at).includes(':'))
  const shown = isUserinfo ? `${text.slice(0, start)}[redacted]@${text.slice(at + 1)}` : text
  const query = scheme < 0 ? -1 : shown.indexOf('?')
  if (query < 0) return shown
  const parameters = shown.slice(query + 1).split('&')
  return `${shown.slice(0, query)}?${parameters.map(withoutValue).join('&')}`
}

function endOfHost(text: string, start: number): number {
  const end = text.slice(start).search(/[/?#]/)
  return end < 0 ? text.length : start + end
}

/** What stands alone may be the secret itself. */
function withoutValue(parameter: string): string {
  const equals = parameter.indexOf('=')
  return equals < 0 ? '[redacted]' : `${parameter.slice(0, equals)}=[redacted]`
}
