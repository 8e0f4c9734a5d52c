import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureBrowser } from './services/browser.mjs'
import { startClickhouse } from './services/clickhouse.mjs'
import { startMosquitto } from './services/mosquitto.mjs'
import { startNats } from './services/nats.mjs'
import { hasPassed, linesOf } from './services/outcome.mjs'
import { startPostgres } from './services/postgres.mjs'
import { endedChildrenSeconds } from './services/processor.mjs'
import { findProgram } from './services/programs.mjs'
import { measureSlowness } from './services/slowness.mjs'
import { ensurePackages } from './setup.mjs'

// `npm test`: installs packages, builds, type-checks, lints, then runs all tests, on both databases if both are
// available. `npm test -- --full` runs the whole matrix, beyond what a change needs (tests/README.md). `npm test --
// <arguments of vitest>`, such as `npm test -- tests/api` or `npm test -- --project unit -t rules`, runs only a part of
// the tests.

/** Files that may fail once in CI and pass alone; more cannot be chance. */
const MAX_FLAKY_FILES = 3
const SLOWEST_FILES = 20

ensurePackages()

const full = process.argv.includes('--full')
const part = process.argv.slice(2).filter((argument) => argument !== '--full')
const whole = part.length === 0
const folder = mkdtempSync(join(tmpdir(), 'test-outcome-'))
const services = []
/** What was missing for a complete run. */
const missing = []
const results = {}
const summary = { files: [], flaky: [], typeCheckSeconds: null }

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await cleanUp()
    process.exit(130)
  })
}

try {
  // Measured before the build, whose load would count.
  const slowness = await measureSlowness()
  await build()
  if (whole) {
    const before = endedChildrenSeconds()
    results['type check'] = (await run('node_modules/typescript/bin/tsc', ['--noEmit'])) === 0
    summary.typeCheckSeconds = since(before)
    results.format = (await run('node_modules/@biomejs/biome/bin/biome', ['format', '.'])) === 0
    results.lint =
      (await run('node_modules/oxlint/bin/oxlint', ['--deny-warnings', '--report-unused-disable-directives'])) === 0
  }
  const seed = process.env.SCREEN_SEED ?? String(dayOfCommit())
  const environment = {
    ...(await surroundings()),
    TEST_SLOWNESS: String(slowness),
    TEST_FULL: full ? '1' : '0',
    SCREEN_SEED: seed,
  }
  console.log(`Timeouts: those of a quick machine times ${slowness}`)
  console.log(`Screens: the languages and themes of SCREEN_SEED=${seed}\n`)
  summary.files = await runTests(part, environment)
  if (process.env.CI) await tryAgain(environment)
  results.tests = summary.files.every((file) => file.failed === 0)
} catch (error) {
  console.error(error)
  results.run = false
} finally {
  await cleanUp()
}

/**
 * Returns the day of the commit as a number (tests/support/full.ts): a commit that passed once passes on any day, while
 * later commits run in other languages. Today if there is no commit.
 */
function dayOfCommit() {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' })
  return Math.floor((Number(stdout) || Date.now() / 1000) / 86_400)
}

/** Finds the environment of the tests: a browser, and the services they also run against. */
async function surroundings() {
  const [postgres, clickhouse, mosquitto, nats] = await Promise.all([
    startPostgres(),
    startClickhouse(),
    startMosquitto(),
    startNats(),
  ])
  services.push(postgres, clickhouse, mosquitto, nats)
  const chromium = ensureBrowser()
  console.log(`\n${postgres.note}\n${clickhouse.note}\n${mosquitto.note}\n${nats.note}\nBrowser: ${chromium ?? 'none'}`)
  if (postgres.url === null) missing.push('on PostgreSQL: install postgresql 15 or newer, or set TEST_DATABASE_URL')
  if (clickhouse.url === null)
    missing.push('on ClickHouse: npm install --no-save chdb@3.4.0, or set TEST_CLICKHOUSE_URL')
  if (mosquitto.url === null) missing.push('with Mosquitto: install mosquitto, or set TEST_MQTT_URL')
  if (nats.url === null) missing.push('with NATS: install nats-server, or set TEST_NATS_URL')
  if (chromium === null) missing.push('in a browser: install chromium-headless-shell or Chrome, or set CHROMIUM')
  if (!findProgram(['ffmpeg'])) missing.push('of videos in a browser: install ffmpeg, which makes their stream')
  if (!findProgram(['systemd-analyze'])) missing.push('of the units by systemd-analyze: install systemd')
  const environment = {
    TEST_DATABASE_URL: postgres.url,
    TEST_CLICKHOUSE_URL: clickhouse.url,
    TEST_MQTT_URL: mosquitto.url,
    TEST_NATS_URL: nats.url,
    CHROMIUM: chromium,
  }
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== null))
}

/**
 * Runs tests and returns the outcome of each file (scripts/services/outcome.mjs). A run that returns no outcome, or
 * fails without naming a failure, counts as failed.
 */
async function runTests(which, environment) {
  const outcome = join(folder, 'outcome.json')
  rmSync(outcome, { force: true })
  // A developer who runs a part sees each of its tests; a run of all tests prints only failures.
  const watched = !whole && !process.env.CI
  const options = [...(watched ? ['--reporter=default'] : []), '--reporter=./scripts/services/outcome.mjs']
  const code = await run('node_modules/vitest/vitest.mjs', ['run', ...which, ...options], {
    ...environment,
    TEST_OUTCOME: outcome,
    TEST_PROGRESS: watched ? '0' : '1',
  })
  const files = read(outcome)
  if (code === 0 || files.some((file) => file.failed > 0)) return files
  const failures = [{ name: 'the run', message: `    vitest ended with ${code} and named no failure`, pattern: null }]
  return [...files, { file: null, passed: 0, failed: 1, skipped: 0, failures, seconds: null }]
}

function read(outcome) {
  try {
    return JSON.parse(readFileSync(outcome, 'utf8')).files
  } catch {
    return []
  }
}

/**
 * Repeats failed files on a quiet machine: on a shared one a test may starve. Each file runs once more, alone; if it
 * passes then, it counts as passed and is named in the summary, since it is still a bug.
 */
async function tryAgain(environment) {
  const failed = summary.files.filter((file) => file.failed > 0)
  if (failed.length === 0 || failed.length > MAX_FLAKY_FILES || failed.some(({ file }) => file === null)) return
  for (const first of failed) {
    console.log(`\nOnce more, alone: ${first.file}`)
    const again = await runTests([first.file], environment)
    if (!hasPassed(first.file, again)) continue
    summary.files[summary.files.indexOf(first)] = again[0]
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

function since(before) {
  return before === null ? null : endedChildrenSeconds() - before
}

/**
 * Prints the slowest files, and the processor seconds of the whole run: these can be compared, while minutes depend on
 * the machine's other load.
 */
function reportTime() {
  const total = ({ seconds }) => seconds.tests + seconds.hooks + seconds.imports
  const timed = summary.files.filter(({ seconds }) => seconds !== null).toSorted((a, b) => total(b) - total(a))
  const columns = (values) => values.map((value) => String(value).padStart(9)).join('')
  console.log(`\nSlowest files, seconds:\n${columns(['tests', 'hooks', 'imports'])}`)
  for (const { file, seconds } of timed.slice(0, SLOWEST_FILES))
    console.log(`${columns([seconds.tests, seconds.hooks, seconds.imports].map((value) => value.toFixed(1)))}  ${file}`)
  const all = endedChildrenSeconds()
  if (all === null || summary.typeCheckSeconds === null) return
  const times = (all / summary.typeCheckSeconds).toFixed(0)
  console.log(
    `\nProcessor seconds: ${all.toFixed(0)} in all, ${summary.typeCheckSeconds.toFixed(1)} of them the type check's (1 : ${times})`,
  )
}

/** Returns what only `--full` covers, from the list in tests/README.md. */
function leftToFull() {
  const [, after = ''] = readFileSync('tests/README.md', 'utf8').split('## Only with --full\n')
  const [list = ''] = after.split('\n## ')
  return list.split('\n').filter((line) => line.startsWith('- '))
}

const count = (key) => summary.files.reduce((sum, file) => sum + file[key], 0)

if (whole) {
  reportTime()
  if (!full) console.log(`\nRun by npm test -- --full only:\n${leftToFull().join('\n')}`)
}
if (missing.length > 0) console.log(`\nTests that were left out:\n${missing.map((line) => `- ${line}`).join('\n')}`)
console.log('')
for (const line of linesOf('FAILED', summary.files)) console.log(line)
if (summary.flaky.length > 0) console.log('Passed only when tried again, alone, which is a bug:')
for (const line of linesOf('FLAKY', summary.flaky)) console.log(line)
for (const [name, fine] of Object.entries(results)) console.log(`${name}: ${fine ? 'ok' : 'FAILED'}`)
console.log(`tests: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exit(Object.values(results).every(Boolean) ? 0 : 1)
