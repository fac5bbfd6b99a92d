import type { JsonObject } from '../json.js'

/** More days than usual, in the words of either dialect: every booking of a run needs a slot of its own. */
export const moreDays: { readonly availability: { readonly body: JsonObject } } = {
  availability: {
    body: {
      localDateStart: '{today+30}',
      localDateEnd: '{today+60}',
      window: { from: '{today+20}', to: '{today+50}' },
    },
  },
}
