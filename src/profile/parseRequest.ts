export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Reads `POST /x/{id}`; null: it is no method and path. The method may be in any case. */
export function parseRequest(text: string): { method: string; path: string } | null {
  const found = /^([A-Za-z]+) +(\/[^\s#]*)$/.exec(text.trim())
  const method = found?.[1]?.toUpperCase()
  const path = found?.[2]
  return method === undefined || path === undefined || !methods.includes(method) ? null : { method, path }
}
