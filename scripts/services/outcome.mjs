import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * A vitest reporter: writes to the file TEST_OUTCOME names what scripts/test.mjs judges a run by.
 *
 * `{files: [{file, passed, failed, skipped, failures: [{name, message}]}]}`, a file's path relative to the project. An error outside of any
 * test (an import that ends after its file, a rejection that nothing awaits) is a failure of the file it came from; `file` is null where
 * vitest can't tell which.
 */
export default class Outcome {
  onTestRunEnd(modules, unhandled) {
    const files = new Map(modules.map((module) => [module.moduleId, outcomeOf(module)]))
    for (const error of unhandled) {
      const path = error.VITEST_TEST_PATH ?? null
      const outcome = files.get(path) ?? { file: null, passed: 0, failed: 0, skipped: 0, failures: [] }
      files.set(outcome.file === null ? null : path, outcome)
      outcome.failed++
      outcome.failures.push({ name: `outside of a test: ${error.type ?? error.name}`, message: textOf([error]) })
    }
    writeFileSync(process.env.TEST_OUTCOME, JSON.stringify({ files: [...files.values()] }))
  }
}

function outcomeOf(module) {
  const tests = [...module.children.allTests()]
  const states = tests.map((test) => test.result().state)
  const failures = [
    // A file that could not be loaded, a hook that failed.
    ...[module, ...module.children.allSuites()]
      .map((suite) => ({ name: suite.fullName ?? 'the file', message: textOf(suite.errors()) }))
      .filter(({ message }) => message !== ''),
    ...tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({ name: test.fullName, message: textOf(test.result().errors) })),
  ]
  return {
    file: relative(process.cwd(), module.moduleId),
    passed: states.filter((state) => state === 'passed').length,
    failed: failures.length,
    skipped: states.filter((state) => state === 'skipped' || state === 'pending').length,
    failures,
  }
}

/** The first lines of each error, which say most: its message, what differs, where. */
const textOf = (errors) =>
  errors
    .map(({ message, diff = '', stack = '' }) => {
      const said = stack.includes(message) ? stack : `${message}\n${stack}`
      const lines = [...said.split('\n').slice(0, 12), ...stripVTControlCharacters(diff).split('\n').slice(0, 30)]
      return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n')
    })
    .join('\n')
