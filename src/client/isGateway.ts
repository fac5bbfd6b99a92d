const statuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether a status is what a gateway answers while nothing behind it does: whether that performed the request is not told. */
export function isGateway(status: number): boolean {
  return statuses.has(status)
}
