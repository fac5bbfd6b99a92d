import pLimit from 'p-limit'

export async function limitConcurrency<Item>(
  concurrency: number,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const limit = pLimit(Math.max(1, concurrency))
  await Promise.all(items.map((item) => limit(() => act(item))))
}
