/** A pattern of `--only`, `--allow-untested` or a waiver: `*` stands for any run of characters, `/` and `.` included. */
export function matchesGlob(pattern: string, text: string): boolean {
  const expression = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${expression}$`, 's').test(text)
}
