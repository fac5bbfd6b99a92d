/** The address of a recorded request; its host is `hidden` where it came from the environment. */
export function readAddress(url: string): URL {
  if (URL.canParse(url)) return new URL(url)
  const rest = url.replace(/^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?[^/?#]*/i, '')
  return URL.canParse(`http://hidden${rest}`) ? new URL(`http://hidden${rest}`) : new URL('http://hidden')
}
