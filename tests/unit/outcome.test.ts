import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import Outcome, { hasPassed, linesOf, type FileOutcome, type ReportedModule } from '../../scripts/services/outcome.mjs'

const FILE = 'tests/unit/rules.test.ts'
const folder = mkdtempSync(join(tmpdir(), 'test-outcome-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Test = [name: string, state: 'passed' | 'failed' | 'skipped', ms: number]

/** A file as vitest reports it, with one suite; `broken` says why the file itself failed. */
function aModule(tests: readonly Test[], broken?: string): ReportedModule {
  const module: ReportedModule = {
    id: 'a file',
    type: 'module',
    moduleId: resolve(FILE),
    diagnostic: () => ({ duration: 500, collectDuration: 20, setupDuration: 5, environmentSetupDuration: 0 }),
    errors: () => (broken === undefined ? [] : [{ message: broken }]),
    children: {
      allSuites: () => [suite],
      allTests: () =>
        tests.map(([name, state, ms]) => ({
          name,
          fullName: `a rule > ${name}`,
          parent: suite,
          result: () => ({ state, errors: state === 'failed' ? [{ message: `${name} broke` }] : [] }),
          diagnostic: () => ({ duration: ms }),
        })),
    },
  }
  const suite = { type: 'suite', name: 'a rule', fullName: 'a rule', parent: module, errors: () => [] } as const
  return module
}

/** What a run wrote. */
function written(...[modules, unhandled]: Parameters<Outcome['onTestRunEnd']>): FileOutcome[] {
  vi.stubEnv('TEST_PROGRESS', '0')
  vi.stubEnv('TEST_OUTCOME', join(folder, 'outcome.json'))
  new Outcome().onTestRunEnd(modules, unhandled)
  return (JSON.parse(readFileSync(join(folder, 'outcome.json'), 'utf8')) as { files: FileOutcome[] }).files
}

describe('Outcome reporter', () => {
  it('counts the tests of each file and sums the times of tests, hooks and imports', () => {
    const tests: Test[] = [
      ['holds', 'passed', 100],
      ['waits', 'skipped', 0],
      ['ends', 'failed', 300],
    ]
    expect(written([aModule(tests)], [])).toEqual([
      {
        file: FILE,
        passed: 1,
        failed: 1,
        skipped: 1,
        failures: [{ name: 'a rule > ends', message: expect.stringContaining('ends broke'), pattern: 'a rule ends$' }],
        seconds: { tests: 0.4, hooks: 0.1, imports: 0.025 },
      },
    ])
  })

  it('reports a file that could not be loaded as failed', () => {
    const [file] = written([aModule([], 'no such module')], [])
    expect(file).toMatchObject({ failed: 1, failures: [{ name: 'the file', pattern: null }] })
    expect(file?.failures[0]?.message).toContain('no such module')
  })

  it('assigns an error outside of tests to its file, or to no file if vitest does not name it', () => {
    const error = { name: 'TypeError', message: 'too late' }
    const fine = () => aModule([['holds', 'passed', 1]])
    expect(written([fine()], [{ ...error, VITEST_TEST_PATH: resolve(FILE) }])).toMatchObject([
      { file: FILE, passed: 1, failed: 1, failures: [{ name: 'outside of a test: TypeError' }] },
    ])
    const files = written([fine()], [error])
    expect(files).toMatchObject([
      { file: FILE, failed: 0 },
      { file: null, failed: 1, failures: [{ name: 'outside of a test: TypeError' }] },
    ])
    expect(hasPassed(FILE, files)).toBe(false)
  })
})

describe('hasPassed (retry of a file)', () => {
  const one: FileOutcome = { file: FILE, passed: 3, failed: 0, skipped: 0, failures: [], seconds: null }

  it.each<[said: string, outcomes: FileOutcome[], passes: boolean]>([
    ['of a file that passed alone', [one], true],
    ['of a file that failed again', [{ ...one, failed: 1 }], false],
    ['of a run without results', [], false],
    ['of a run of another file', [{ ...one, file: 'tests/unit/other.test.ts' }], false],
    ['of a passed file beside an error without a file', [one, { ...one, file: null, passed: 0, failed: 1 }], false],
  ])('judges the outcome %s', (_, outcomes, passes) => expect(hasPassed(FILE, outcomes)).toBe(passes))
})

it('linesOf returns the command to run each failed test alone, and once the one for its file', () => {
  const [file] = written([aModule([["goes on (it's 5 > 4)", 'failed', 1]])], [])
  const lines = linesOf('FAILED', file ? [file] : [])
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain(`FAILED ${FILE} > a rule > goes on`)
  expect(lines[1]).toBe(String.raw`    alone: npm test -- ${FILE} -t 'a rule goes on \(it'\''s 5 > 4\)$'` + '\n')
  expect(lines[2]).toBe(`    alone: npm test -- ${FILE}\n`)
  const nowhere = { file: null, failures: [{ name: 'the run', message: 'ended', pattern: null }] }
  expect(linesOf('FAILED', [{ passed: 0, failed: 1, skipped: 0, seconds: null, ...nowhere }])).toEqual([
    'FAILED no file > the run\nended\n',
  ])
})
