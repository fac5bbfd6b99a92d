import type { Break } from '../change.js'
import type { Context } from '../context.js'
import { Refused, type Field, type OperationName } from '../model.js'
import type { Rules } from '../rules.js'

/** Is this value meant? */
export type Test = (value: unknown) => boolean

/** Exactly these values. */
export function is(...values: readonly unknown[]): Test {
  return (value) => values.includes(value)
}

/** Any value at all. */
export const anything: Test = () => true

/** A whole number between two bounds. */
export function whole(from: number = -Infinity, to: number = Infinity): Test {
  return (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to
}

/** Any number between two bounds. */
export function between(from: number, to: number): Test {
  return (value) => typeof value === 'number' && value >= from && value <= to
}

/** A value of one of these types. */
export function ofType(...types: readonly ('string' | 'number' | 'boolean')[]): Test {
  return (value) => types.some((type) => typeof value === type)
}

/** An operation accepts values of an input that it should refuse. Its answer as a whole shows that. */
export function takes(operation: OperationName, field: Field, test: Test): Break {
  return accepting(operation, field, (value, usual) => usual || test(value))
}

/** An operation refuses values of an input that it should accept. */
export function refuses(operation: OperationName, field: Field, test: Test): Break {
  return accepting(operation, field, (value, usual) => usual && !test(value))
}

/** An operation is a server error where an input has such a value. */
export function breaksOn(operation: OperationName, field: Field, test: Test): Break {
  return accepting(operation, field, (value, usual) => {
    if (test(value)) throw new Refused('INTERNAL', 'the service failed')
    return usual
  })
}

/** Such a text. */
export function saying(form: RegExp): Test {
  return (value) => typeof value === 'string' && form.test(value)
}

/** An operation refuses to do without some inputs. */
export function needs(operation: OperationName, ...fields: readonly Field[]): Break {
  return requiring(operation, (usual) => [...usual, ...fields])
}

/** An operation does without some inputs that it needs. */
export function needsNot(operation: OperationName, ...fields: readonly Field[]): Break {
  return requiring(operation, (usual) => usual.filter((field) => !fields.includes(field)))
}

/** Reserve reads an input that is sent in a list as if it stood by itself. Its answer as a whole shows that. */
export function readsInList(field: Field): Break {
  return {
    shows: [{ operation: 'reserve', place: '' }],
    rules: (base) => ({
      beforeCall: (call, state) => {
        const { [field]: value } = call.input
        const isList = call.operation === 'reserve' && Array.isArray(value)
        return base.beforeCall(isList ? { ...call, input: { ...call.input, [field]: value[0] } } : call, state)
      },
    }),
  }
}

/** An operation counts the minutes that it was sent otherwise. Shows where the booking has them. */
export function counts(operation: OperationName, minutes: (usual: number, value: unknown) => number): Break {
  return {
    shows: [{ operation, place: '/expirationMinutes' }],
    rules: (base) => ({
      minutes: (value, ctx) => {
        const usual = base.minutes(value, ctx)
        return ctx.operation === operation ? minutes(usual, value) : usual
      },
    }),
  }
}

/** An operation reads another currency than the one that it was sent; undefined: the default applies. */
export function readsCurrency(
  operation: 'transfers' | 'reserve',
  read: (asked: unknown, ctx: Context, option: { readonly defaultCurrency: string }) => unknown,
): Break {
  const place = operation === 'transfers' ? '/options/*/pricing/currency' : '/pricing/currency'
  return {
    shows: [{ operation, place }],
    rules: (base) => ({
      currency: (asked, option, ctx) =>
        base.currency(ctx.operation === operation ? read(asked, ctx, option) : asked, option, ctx),
    }),
  }
}

function accepting(
  operation: OperationName,
  meant: Field,
  accepted: (value: unknown, usual: boolean) => boolean,
): Break {
  const judged = (usual: boolean, value: unknown, ctx: Context): boolean =>
    ctx.operation === operation ? accepted(value, usual) : usual
  return {
    shows: [{ operation, place: '' }],
    rules: (base): Partial<Rules> => {
      if (meant === 'expirationMinutes')
        return { acceptsMinutes: (value, ctx) => judged(base.acceptsMinutes(value, ctx), value, ctx) }
      if (meant === 'currency')
        return { acceptsCurrency: (value, ctx) => judged(base.acceptsCurrency(value, ctx), value, ctx) }
      return {
        accepts: (field, value, ctx) => {
          const usual = base.accepts(field, value, ctx)
          return field === meant ? judged(usual, value, ctx) : usual
        },
      }
    },
  }
}

function requiring(operation: OperationName, fields: (usual: readonly Field[]) => readonly Field[]): Break {
  return {
    shows: [{ operation, place: '' }],
    rules: (base) => ({
      required: (ctx) => (ctx.operation === operation ? fields(base.required(ctx)) : base.required(ctx)),
    }),
  }
}
