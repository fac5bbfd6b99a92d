import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { compileOnce } from './shapeComplaints.js'

test('the schema that the build compiled says of a wrong profile what the schema says', () => {
  const { schema } = pack.profile
  const wrong = { target: { url: 7 }, hold: { graceSeconds: -1 }, operations: { get: { requst: 'GET /' } }, what: null }
  // Another title is another schema, which no build has compiled.
  const [built = [], compiled] = [schema, { ...schema, title: 'not built' }].map((each) =>
    compileOnce(each)(wrong).map(({ keyword, instancePath, params }) => ({ keyword, instancePath, params })),
  )
  expect(built).toEqual(compiled)
  expect(built.length).toBeGreaterThan(3)
})
