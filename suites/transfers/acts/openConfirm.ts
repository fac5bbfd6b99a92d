import type { Context, Profile, Target } from '../vocabulary/index.js'

/** Confirms in the form that the target takes: some want a reference. */
export function openConfirm(
  target: Pick<Target, 'confirm'>,
  { profile, marker }: { readonly profile: Profile } & Pick<Context, 'marker'>,
): Context['confirm'] {
  // The documents say of notes that they are optional, and of the reference only that confirm takes it.
  const takesReference = profile.operations.confirm?.fields['reference'] !== undefined
  let form: 'unknown' | 'plain' | 'named' = 'unknown'
  return async (booking, fields = {}, options) => {
    const named = { reference: marker('voucher'), ...fields }
    const first = await target.confirm(booking, form === 'named' ? named : fields, options)
    if (form !== 'unknown' || !takesReference || Object.hasOwn(fields, 'reference')) return first
    if (first.accepted) form = 'plain'
    if (!first.refused) return first
    const second = await target.confirm(booking, named, options)
    if (!second.accepted) return first
    form = 'named'
    return second
  }
}
