import type { Context, Profile, Target } from '../vocabulary/index.js'

/** Confirms in the form that the target takes, which the first confirm of the run finds out: some want a reference. */
export function openConfirm(
  target: Pick<Target, 'confirm'>,
  { profile, marker, forms }: { readonly profile: Profile } & Pick<Context, 'marker' | 'forms'>,
): Context['confirm'] {
  // The documents say of notes that they are optional, and of the reference only that confirm takes it.
  const takesReference = profile.operations.confirm?.fields['reference'] !== undefined
  return async (booking, fields = {}, options) => {
    const named = { reference: marker('voucher'), ...fields }
    const first = await target.confirm(booking, forms.confirm === 'named' ? named : fields, options)
    if (forms.confirm !== undefined || !takesReference || Object.hasOwn(fields, 'reference')) return first
    if (first.accepted) forms.confirm = 'plain'
    if (!first.refused) return first
    const second = await target.confirm(booking, named, options)
    if (!second.accepted) return first
    forms.confirm = 'named'
    return second
  }
}
