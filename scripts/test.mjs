import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureBrowser } from './services/browser.mjs'
import { startMosquitto } from './services/mosquitto.mjs'
import { startPostgres } from './services/postgres.mjs'
import { measureSlowness } from './services/slowness.mjs'
import { ensurePackages } from './setup.mjs'

// `npm test`: packages, build, type check, lint, then all tests, on both databases where there are two. `npm test -- <what vitest takes>`,
// like `npm test -- tests/api` or `npm test -- --project unit -t rules`, runs a part of the tests and nothing else.

/** Files that may fail once in CI and pass alone; more are no accident. */
const MAX_FLAKY_FILES = 3

ensurePackages()
// CI keeps only a part of a long output: a dot a test is enough there, and what failed stands at the end.
const shown = process.env.CI ? ['--reporter=dot', '--silent=passed-only'] : ['--reporter=default']

const part = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'test-outcome-'))
const services = []
const results = {}
const summary = { files: [], flaky: [] }

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await cleanUp()
    process.exit(130)
  })
}

try {
  // Before the build, whose own work would count.
  const slowness = await measureSlowness()
  await build()
  if (part.length === 0) {
    results['type check'] = (await run('node_modules/typescript/bin/tsc', ['--noEmit'])) === 0
    results.format = (await run('node_modules/@biomejs/biome/bin/biome', ['format', '.'])) === 0
    results.lint =
      (await run('node_modules/oxlint/bin/oxlint', ['--deny-warnings', '--report-unused-disable-directives'])) === 0
  }
  const environment = { ...(await surroundings()), TEST_SLOWNESS: String(slowness) }
  console.log(`Timeouts: those of a quick machine times ${slowness}\n`)
  summary.files = await runTests(part, environment)
  if (process.env.CI) await tryAgain(environment)
  results.tests = summary.files.every((file) => file.failed === 0)
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
  console.log(`\n${postgres.note}\n${mosquitto.note}\nBrowser: ${chromium ?? 'none'}`)
  const environment = { TEST_DATABASE_URL: postgres.url, TEST_MQTT_URL: mosquitto.url, CHROMIUM: chromium }
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== null))
}

/** Runs tests and answers the outcome of each file (scripts/services/outcome.mjs). A run that says nothing, or fails and names nothing, has failed. */
async function runTests(which, environment) {
  const outcome = join(folder, 'outcome.json')
  rmSync(outcome, { force: true })
  const options = [...shown, '--reporter=./scripts/services/outcome.mjs']
  const code = await run('node_modules/vitest/vitest.mjs', ['run', ...which, ...options], {
    ...environment,
    TEST_OUTCOME: outcome,
  })
  const files = read(outcome)
  if (code === 0 || files.some((file) => file.failed > 0)) return files
  const failures = [{ name: 'the run', message: `    vitest ended with ${code} and named no failure` }]
  return [...files, { file: null, passed: 0, failed: 1, skipped: 0, failures }]
}

function read(outcome) {
  try {
    return JSON.parse(readFileSync(outcome, 'utf8')).files
  } catch {
    return []
  }
}

/**
 * A second chance when it is quiet: on a shared machine a test may starve. Files with failures run once more, alone and one at a time; what
 * passes then counts as passed and is named, since it is still a bug.
 */
async function tryAgain(environment) {
  const failed = summary.files.filter((file) => file.failed > 0)
  if (failed.length === 0 || failed.length > MAX_FLAKY_FILES || failed.some(({ file }) => file === null)) return
  for (const first of failed) {
    console.log(`\nOnce more, alone: ${first.file}`)
    const [second] = await runTests([first.file], environment)
    if (second?.file !== first.file || second.failed > 0) continue
    summary.files[summary.files.indexOf(first)] = second
    summary.flaky.push(first)
  }
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
  rmSync(folder, { recursive: true, force: true })
}

const failures = ({ file, failures: ofFile }) =>
  ofFile.map(({ name, message }) => `${file ?? 'no file'} > ${name}\n${message}\n`)
const count = (key) => summary.files.reduce((sum, file) => sum + file[key], 0)

console.log('')
for (const failure of summary.files.flatMap(failures)) console.log(`FAILED ${failure}`)
if (summary.flaky.length > 0) console.log('Passed only when tried again, alone, which is a bug:')
for (const failure of summary.flaky.flatMap(failures)) console.log(`FLAKY ${failure}`)
for (const [name, fine] of Object.entries(results)) console.log(`${name}: ${fine ? 'ok' : 'FAILED'}`)
console.log(`tests: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exit(Object.values(results).every(Boolean) ? 0 : 1)
