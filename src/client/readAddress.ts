/**
 * The address of a recorded request. Where its host came from the environment, a name stands there, which no URL may have:
 * `[redacted:BASE]/bookings?page=1`. Then the host is `hidden`; path and query are those that were sent.
 */
export function readAddress(url: string): URL {
  if (URL.canParse(url)) return new URL(url)
  const rest = url.replace(/^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?[^/?#]*/i, '')
  return URL.canParse(`http://hidden${rest}`) ? new URL(`http://hidden${rest}`) : new URL('http://hidden')
}
