import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureBrowser } from './services/browser.mjs'
import { startMosquitto } from './services/mosquitto.mjs'
import { startPostgres } from './services/postgres.mjs'
import { ensurePackages } from './setup.mjs'

// `npm test`: packages, build, type check, lint, then all tests, on both databases where there are two. `npm test -- <what vitest takes>`,
// like `npm test -- tests/api` or `npm test -- --project unit -t rules`, runs a part of the tests and nothing else.

ensurePackages()
/**
 * CI keeps only a part of a long output: a dot a test is enough there, and what failed stands at the end. On its shared machines a test
 * may starve: it is tried once more, and named for it, since that is still a bug.
 */
const inCI = ['--reporter=dot', '--reporter=./scripts/services/retried.mjs', '--silent=passed-only', '--retry=1']

const part = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
const report = join(folder, 'report.json')
const services = []
const results = {}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await cleanUp()
    process.exit(130)
  })
}

try {
  await build()
  if (part.length === 0) {
    results['type check'] = (await run('node_modules/typescript/bin/tsc', ['--noEmit'])) === 0
    results.format = (await run('node_modules/@biomejs/biome/bin/biome', ['format', '.'])) === 0
    results.lint =
      (await run('node_modules/oxlint/bin/oxlint', ['--deny-warnings', '--report-unused-disable-directives'])) === 0
  }
  const environment = await surroundings()
  const options = [
    ...(process.env.CI ? inCI : ['--reporter=default']),
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  results.tests = (await run('node_modules/vitest/vitest.mjs', ['run', ...part, ...options], environment)) === 0
} catch (error) {
  console.error(error)
  results.run = false
} finally {
  await cleanUp()
}

/** What the tests find around them: a browser, and the services they are also to run against. */
async function surroundings() {
  const [postgres, mosquitto] = await Promise.all([startPostgres(), startMosquitto()])
  services.push(postgres, mosquitto)
  const chromium = ensureBrowser()
  console.log(`\n${postgres.note}\n${mosquitto.note}\nBrowser: ${chromium ?? 'none'}\n`)
  const environment = { TEST_DATABASE_URL: postgres.url, TEST_MQTT_URL: mosquitto.url, CHROMIUM: chromium }
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== null))
}

function run(script, args, environment = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
}

async function cleanUp() {
  await Promise.all(services.splice(0).map((service) => service.stop()))
}

/** Numbers of tests; a file that could not even be loaded counts as one that failed. */
function counts() {
  try {
    const {
      numPassedTests: passed,
      numFailedTests,
      numPendingTests,
      numTodoTests,
      testResults,
    } = JSON.parse(readFileSync(report, 'utf8'))
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    ).length
    const broken = testResults.flatMap((file) => [
      ...(file.status === 'failed' && file.message ? [`${file.name}\n${head(file.message)}`] : []),
      ...file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${file.name} > ${test.fullName}\n${head(test.failureMessages.join('\n'))}`),
    ])
    return { passed, failed: numFailedTests + unloaded, skipped: numPendingTests + numTodoTests, broken }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, broken: [] }
  }
}

/** The first lines of a failure, which say most. */
function head(message) {
  return message
    .split('\n')
    .slice(0, 20)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')
}

const { passed, failed, skipped, broken } = counts()
rmSync(folder, { recursive: true, force: true })
console.log('')
for (const failure of broken) console.log(`FAILED ${failure}\n`)
for (const [name, fine] of Object.entries(results)) console.log(`${name}: ${fine ? 'ok' : 'FAILED'}`)
console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(Object.values(results).every(Boolean) && failed === 0 ? 0 : 1)
