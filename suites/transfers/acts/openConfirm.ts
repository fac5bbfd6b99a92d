import { shortened, type Context, type Profile, type Target } from '../vocabulary/index.js'

/** Confirms in the form that the target takes, which the first confirm of the run finds out: some want a reference, and some of these a short one. */
export function openConfirm(
  target: Pick<Target, 'confirm'>,
  { profile, marker, forms }: { readonly profile: Profile } & Pick<Context, 'marker' | 'forms'>,
): Context['confirm'] {
  // The documents say of notes that they are optional, and of the reference only that confirm takes it.
  const takesReference = profile.operations.confirm?.fields['reference'] !== undefined
  return async (booking, fields = {}, options) => {
    const long = { reference: marker('voucher'), ...fields }
    const named = forms.areShort === true ? shortened(long) : long
    const first = await target.confirm(booking, forms.confirm === 'named' ? named : fields, options)
    if (forms.confirm !== undefined || !takesReference || Object.hasOwn(fields, 'reference')) return first
    if (first.accepted) forms.confirm = 'plain'
    if (!first.refused) return first
    const second = await target.confirm(booking, named, options)
    const third = second.refused && named === long ? await target.confirm(booking, shortened(long), options) : second
    if (!third.accepted) return first
    forms.confirm = 'named'
    if (third !== second) forms.areShort = true
    return third
  }
}
