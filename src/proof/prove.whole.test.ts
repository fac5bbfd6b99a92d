import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { prove } from './prove.js'

test('of faults that are proven together each has a row of its own, with the checks that caught it and no other', async () => {
  const names = ['get-loses-notes', 'extend-accepts-201']
  const { rows } = await prove({
    tasks: [{ kind: 'fault', names, dialect: 'default', focused: true, each: true }],
    worker: pathToFileURL(specFile('../dist/bundle/proofWorker.js')),
    threads: 1,
  })
  expect(rows.map((row) => [row.names, row.by.map(({ clause }) => clause)])).toEqual([
    [['get-loses-notes'], ['4.3/get-equals-created']],
    [['extend-accepts-201'], [expect.stringContaining('extend')]],
  ])
})
