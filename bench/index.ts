import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BENCHES, writeFigures } from './figures.ts'
import { markdown, type Bench } from './report.ts'

const args = process.argv.slice(2)
const minutes = args.indexOf('--minutes')
// Length of a run for the benches that can be long.
if (minutes >= 0) process.env.BENCH_MINUTES = args.splice(minutes, 2)[1]
const [first, ...rest] = args
if (first === '--one') await runOne(rest[0] ?? '', rest[1] ?? '')
// The continuation of another bench may be named as its option: `storage --growth`.
else runAll(args.map((name) => name.replace(/^--/, '')))

/**
 * Runs each bench in a process of its own, so that none inherits another's heap, and writes its figures into
 * docs/figures.md.
 */
function runAll(wanted: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const sections = new Map<string, string>()
  for (const name of BENCHES.filter((known) => wanted.length === 0 || wanted.includes(known))) {
    console.log(`\n# ${name}`)
    const file = join(folder, `${name}.json`)
    spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--one', name, file], {
      stdio: 'inherit',
    })
    if (existsSync(file)) sections.set(name, (JSON.parse(readFileSync(file, 'utf8')) as string[]).join('\n'))
    else {
      console.log(`${name} did not finish.`)
      process.exitCode = 1
    }
  }
  rmSync(folder, { recursive: true, force: true })
  writeFigures(sections)
  console.log('\ndocs/figures.md is written.')
}

async function runOne(name: string, file: string): Promise<void> {
  const { default: bench } = (await import(`./${name}.ts`)) as { default: Bench }
  const sections = (await bench()).map(markdown)
  for (const section of sections) console.log(`\n${section}`)
  writeFileSync(file, JSON.stringify(sections))
  process.exit(0)
}
