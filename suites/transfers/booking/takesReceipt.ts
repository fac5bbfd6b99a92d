import { untested, type Answer, type Json, type Judgement, type Profile } from '../vocabulary/index.js'

/**
 * Says what a write with the receipt option true comes to. A receipt goes to an address, and the documents name no field for one: where the
 * profile gives none, a refusal proves nothing.
 * @param judged that it should be accepted
 */
export function takesReceipt(write: Answer | null, judged: Judgement, { operations }: Profile): Judgement {
  if (judged.outcome !== 'fail' || write?.refused !== true) return judged
  const { purpose } = write.exchange
  const bodies = [operations.reserve, operations.update, operations.confirm].map((operation) => operation?.body ?? null)
  return bodies.some(namesAddress)
    ? judged
    : untested(
        `${purpose} with the receipt option true was refused, and the profile gives the guest no e-mail address`,
        `give one in operations.${purpose}.body, as this target calls it: { guest: { email: guest@example.com } }`,
      )
}

function namesAddress(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.includes('@')
  return typeof value === 'object' && value !== null && Object.values(value).some((each: Json) => namesAddress(each))
}
