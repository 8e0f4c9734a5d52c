import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { markdown, type Bench } from './report.ts'

/** What `npm run bench` runs, in this order. Each is a file here that default-exports a Bench. */
const benches = ['start', 'storage', 'telemetry', 'sustained', 'history', 'alarms', 'live', 'crud', 'lists', 'import', 'monitor', 'bigscreen', 'map', 'navigation', 'load']

const here = fileURLToPath(new URL('.', import.meta.url))
const given = process.argv.slice(2)
const minutes = given.indexOf('--minutes')
// A long run of the benches that can be long.
if (minutes >= 0) process.env.BENCH_MINUTES = given.splice(minutes, 2)[1]
const [first, ...rest] = given
if (first === '--one') await runOne(rest[0] ?? '', rest[1] ?? '')
else runAll([first, ...rest].filter((name) => name !== undefined))

/** Runs each in a process of its own, so that none inherits another's heap; all of them together also make docs/figures.md. */
function runAll(wanted: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const sections: string[] = []
  for (const name of benches.filter((known) => wanted.length === 0 || wanted.includes(known))) {
    console.log(`\n# ${name}`)
    const file = join(folder, `${name}.json`)
    spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--one', name, file], { stdio: 'inherit' })
    if (existsSync(file)) sections.push(...(JSON.parse(readFileSync(file, 'utf8')) as string[]))
    else {
      console.log(`${name} did not finish.`)
      process.exitCode = 1
    }
  }
  rmSync(folder, { recursive: true, force: true })
  if (wanted.length === 0) writeFigures(sections)
}

async function runOne(name: string, file: string): Promise<void> {
  const { default: bench } = (await import(`./${name}.ts`)) as { default: Bench }
  const sections = (await bench()).map(markdown)
  for (const section of sections) console.log(`\n${section}`)
  writeFileSync(file, JSON.stringify(sections))
  process.exit(0)
}

function writeFigures(sections: readonly string[]): void {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`
  const head = `# Figures\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. Only ratios travel to another machine.\n`
  writeFileSync(join(here, '../docs/figures.md'), [head, readFileSync(join(here, 'aims.md'), 'utf8'), ...sections].join('\n'))
  console.log('\ndocs/figures.md is written.')
}
