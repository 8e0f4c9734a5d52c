import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Files between two lines of progress if the output is not a terminal. */
const FILES_A_LINE = 25
/** Lines of a failed file's own output that are shown with its failures. */
const LOG_LINES = 30

/**
 * A vitest reporter: prints the progress of the run and each failure at once, and writes the result that
 * scripts/test.mjs evaluates to the file TEST_OUTCOME. With TEST_PROGRESS=0 it only writes the file.
 *
 * `{files: [{file, passed, failed, skipped, failures: [{name, message, pattern}], seconds: {tests, hooks, imports}}]}`;
 * a file's path is relative to the project; `pattern` selects the test that failed (`-t`), and is null if the failure
 * is not that of a single test. An error outside of any test (an import that ends after its file, a rejection that is
 * not awaited) is a failure of the file it came from; `file` is null if vitest cannot tell which.
 */
export default class Outcome {
  #speaks = process.env.TEST_PROGRESS !== '0'
  #began = Date.now()
  #all = 0
  #done = 0
  #failed = 0
  /** Output of tests, by the task it came from. */
  #logs = new Map()

  onTestRunStart(specifications) {
    this.#all = specifications.length
  }

  onUserConsoleLog({ taskId, content }) {
    this.#logs.set(taskId, [...(this.#logs.get(taskId) ?? []), ...content.split('\n')].slice(-LOG_LINES))
  }

  onTestModuleEnd(module) {
    this.#done++
    const { file, failures } = outcomeOf(module)
    const tasks = [...this.#logs.keys()].filter((id) => id?.startsWith(module.id))
    const log = tasks.flatMap((id) => this.#logs.get(id)).slice(-LOG_LINES)
    for (const id of tasks) this.#logs.delete(id)
    if (!this.#speaks) return
    this.#failed += failures.length
    for (const { name, message } of failures) this.#say(`failed: ${file} > ${name}\n${message}`)
    if (failures.length > 0 && log.length > 0)
      this.#say(`    It printed:\n${log.map((line) => `    | ${line}`).join('\n')}`)
    const minutes = ((Date.now() - this.#began) / 60_000).toFixed(1)
    const line = `${this.#done} of ${this.#all} files, ${this.#failed} failures, ${minutes} min`
    if (process.stdout.isTTY) process.stdout.write(`\r${line}`)
    else if (this.#done % FILES_A_LINE === 0 || this.#done === this.#all) console.log(line)
  }

  onTestRunEnd(modules, unhandled) {
    const files = new Map(modules.map((module) => [module.moduleId, outcomeOf(module)]))
    for (const error of unhandled) {
      const path = files.has(error.VITEST_TEST_PATH) ? error.VITEST_TEST_PATH : null
      const outcome = files.get(path) ?? { file: null, passed: 0, failed: 0, skipped: 0, failures: [], seconds: null }
      files.set(path, outcome)
      outcome.failed++
      const failure = {
        name: `outside of a test: ${error.type ?? error.name}`,
        message: textOf([error]),
        pattern: null,
      }
      outcome.failures.push(failure)
      if (this.#speaks) this.#say(`failed: ${outcome.file ?? 'no file'} > ${failure.name}\n${failure.message}`)
    }
    writeFileSync(process.env.TEST_OUTCOME, JSON.stringify({ files: [...files.values()] }))
  }

  #say(text) {
    console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${text}`)
  }
}

/**
 * Whether a file has passed when it was run once more, alone. An error without a file, or a run that ended without a
 * result, is an additional outcome beside that of the file, which itself may look passed.
 */
export const hasPassed = (file, outcomes) =>
  outcomes.length === 1 && outcomes[0].file === file && outcomes[0].failed === 0

/**
 * Returns the failures as lines, each with the command that runs its test alone, then that of its file: tests may
 * depend on earlier ones.
 */
export const linesOf = (word, files) =>
  files.flatMap(({ file, failures }) => {
    const alone = `    alone: npm test -- ${file}`
    const ofTest = ({ pattern }) =>
      pattern === null ? [] : [`${alone} -t '${pattern.replaceAll("'", String.raw`'\''`)}'\n`]
    return [
      ...failures.flatMap((failure) => [
        `${word} ${file ?? 'no file'} > ${failure.name}\n${failure.message}\n`,
        ...ofTest(failure),
      ]),
      ...(file !== null && failures.length > 0 ? [`${alone}\n`] : []),
    ]
  })

function outcomeOf(module) {
  const tests = [...module.children.allTests()]
  const states = tests.map((test) => test.result().state)
  const failures = [
    // Failures of a suite: a file that could not be loaded, or a hook that failed.
    ...[module, ...module.children.allSuites()]
      .map((suite) => ({ name: suite.fullName ?? 'the file', message: textOf(suite.errors()), pattern: null }))
      .filter(({ message }) => message !== ''),
    ...tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({ name: test.fullName, message: textOf(test.result().errors), pattern: patternOf(test) })),
  ]
  return {
    file: relative(process.cwd(), module.moduleId),
    passed: states.filter((state) => state === 'passed').length,
    failed: failures.length,
    skipped: states.filter((state) => state === 'skipped' || state === 'pending').length,
    failures,
    seconds: secondsOf(module.diagnostic(), tests),
  }
}

/**
 * Returns the pattern that selects one test with `-t`: vitest matches it with the names of suites and test, joined by
 * blanks.
 */
function patternOf(test) {
  const names = [test.name]
  for (let suite = test.parent; suite.type === 'suite'; suite = suite.parent) names.unshift(suite.name)
  return `${names.join(' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`
}

function secondsOf({ duration, collectDuration, setupDuration, environmentSetupDuration }, tests) {
  const ofTests = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
  return {
    tests: ofTests / 1000,
    // Time of the file besides its tests; parallel tests take more time together than the file.
    hooks: Math.max(0, duration - ofTests) / 1000,
    imports: (collectDuration + setupDuration + environmentSetupDuration) / 1000,
  }
}

/** Returns the most informative lines of each error: its message, the difference, the location. */
const textOf = (errors) =>
  errors
    .map(({ message, diff = '', stack = '' }) => {
      const said = stack.includes(message) ? stack : `${message}\n${stack}`
      const lines = [...said.split('\n').slice(0, 12), ...stripVTControlCharacters(diff).split('\n').slice(0, 30)]
      return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n')
    })
    .join('\n')
