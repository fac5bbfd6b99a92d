/** What every object, list, text, number and function inherits, as text: whoever changed it has polluted a prototype. */
export function prototypes(): string {
  const shared: readonly object[] = [
    Object.prototype,
    Array.prototype,
    Function.prototype,
    String.prototype,
    Number.prototype,
    Map.prototype,
    Error.prototype,
  ]
  return JSON.stringify(
    shared.map((prototype) =>
      Reflect.ownKeys(prototype).map((key) => [
        key.toString(),
        typeof Reflect.getOwnPropertyDescriptor(prototype, key)?.value,
      ]),
    ),
  )
}
