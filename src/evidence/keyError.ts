const make =
  'openssl genpkey -algorithm ed25519 -out key.pem makes a private key, openssl pkey -in key.pem -pubout -out public.pem its public one'

/** A key that cannot be used for signing or for checking a signature. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
  readonly code = 'OCTOSPEC_KEY'
  readonly remedy: string

  constructor(message: string, kind: 'private' | 'public') {
    super(message)
    this.remedy = `give an ed25519 ${kind} key in PEM; ${make}`
  }
}
