/** What all of these come to; where several throw, what the first of them throws, whichever was answered first. */
export async function sideBySide<Acts extends readonly unknown[]>(
  ...acts: Acts
): Promise<{ readonly [Act in keyof Acts]: Awaited<Acts[Act]> }> {
  await Promise.allSettled(acts)
  return Promise.all(acts)
}
