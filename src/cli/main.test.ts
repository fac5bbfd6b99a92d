import { expect, test } from 'vitest'
import { exitCodes, errorCodes } from './errorCodes.js'
import { tryMain } from './testIo.test.data.js'

test.each([
  [['rnu'], "there is no command 'rnu'", 'did you mean run?'],
  [['explain', '--clauses', 'untested'], 'one of them', 'see octospec explain --help'],
  [['diff', 'one'], 'octospec diff takes two runs', 'give --history'],
  [['settle', 'here'], 'octospec settle is now octospec resume', ''],
  [['run', '--sede', '4'], "'--sede' is unknown to octospec run", 'did you mean --seed?'],
  [['run', '--allow-untestd=x'], "'--allow-untestd' is unknown", 'did you mean --allow-untested?'],
  [['run', 'extra'], "'extra' is unknown to octospec run", 'see octospec run --help'],
  [['run', 'my/profile.yaml'], "'my/profile.yaml' is unknown to octospec run", 'did you mean --profile FILE?'],
  [
    ['run', '--seed', 'abc'],
    "--seed takes a whole number from 0 to 2147483647, or SEED:PATH of a report, but got 'abc'",
    'see octospec run --help',
  ],
  [['run', '--seed', '1', '--seed', '2'], '--seed is given more than once', ''],
  [['run', '--seed'], '--seed needs a value', ''],
  [['run', '--effort', 'huge'], "--effort takes smoke, low, normal, high, but got 'huge'", ''],
  [['fleet', 'f.yaml', '--concurrency', '0'], '--concurrency takes a whole number from 1 to 64', ''],
  [['run'], 'no target is named', 'give --profile FILE'],
  [['run', '--profile', 'x', '--reference'], '--profile and --reference exclude each other', ''],
  [['run', '--reference', '--report', 'jsn'], "there is no report format 'jsn'", 'json'],
  [['run', '--reference', '--seed', '7:1'], 'the first --only must be a check that tries values', ''],
  [['resume'], 'octospec resume needs <run>', 'see octospec resume --help'],
  [['show', 'monday'], 'octospec show needs <run> <id>', ''],
  [['validate', '-', '--as', 'banana'], '--as takes transfer, option', 'see octospec validate --help'],
  [['serve', '--port', 'x'], '--port takes a whole number from 0 to 65535', 'see octospec serve --help'],
  [['explain', '--clauses', '--section', '99'], 'there is no clause of section 99', ''],
])('wrong use %j is told in words with a remedy, and ends with 2', async (argv, what, todo) => {
  const { exit, out, err } = await tryMain(argv)
  expect(err).toMatch(/^error OCTOSPEC_USAGE: /)
  expect(err).toContain(what)
  expect(err).toContain(todo)
  expect(err).not.toMatch(/\n\s+at /)
  expect(out).toBe('')
  expect(exit).toBe(2)
})

test('no command at all shows the help and ends with 2', async () => {
  const { exit, err } = await tryMain([])
  expect(err).toContain('octospec resume <run>')
  expect(err).toContain('no command is given')
  expect(exit).toBe(2)
})

test('--version and --help go to stdout and end with 0', async () => {
  expect(await tryMain(['--version'])).toMatchObject({ exit: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/), err: '' })
  const help = await tryMain(['run', '--help'])
  expect(help).toMatchObject({ exit: 0, err: '' })
  expect(help.out).toContain('--allow-untested')
})

test('every error ends with an exit code that there is', () => {
  const known = new Set(exitCodes.map(({ code }) => code))
  for (const { exit } of Object.values(errorCodes)) expect(known).toContain(exit)
})
