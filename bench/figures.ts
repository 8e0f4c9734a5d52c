import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const FIGURES = fileURLToPath(new URL('../docs/figures.md', import.meta.url))
const AIMS = fileURLToPath(new URL('aims.md', import.meta.url))

/** The benches that `npm run bench` runs, in this order. Each is a file in this folder that default-exports a Bench. */
export const BENCHES = [
  'start',
  'storage',
  'growth',
  'telemetry',
  'processes',
  'hj212',
  'environment',
  'sustained',
  'history',
  'alarms',
  'rules',
  'escalation',
  'episodes',
  'live',
  'crud',
  'lists',
  'scale',
  'import',
  'dialogs',
  'monitor',
  'bigscreen',
  'map',
  'chart',
  'navigation',
  'load',
]

/**
 * Writes the figures of some benches, or of chaos (bench/chaos), into docs/figures.md, in the order of BENCHES. Earlier
 * figures of other benches stay, so that a long run of one (an hour of telemetry) is not lost to a short run of
 * another; every part names the day and machine of its measurement.
 *
 * @param sections a bench's name and its tables as Markdown
 */
export function writeFigures(sections: ReadonlyMap<string, string>): void {
  const before = existsSync(FIGURES) ? readSections(readFileSync(FIGURES, 'utf8')) : new Map<string, string>()
  const today = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`
  for (const [name, text] of sections) before.set(name, `Measured on ${today}: ${machine}.\n\n${text.trim()}`)
  const head = `# Figures\n\nWritten by \`npm run bench\` and \`npm run chaos -- --write\`. Only ratios travel to another machine.\n\n${readFileSync(AIMS, 'utf8').trim()}`
  const parts = [...BENCHES, 'chaos', 'chaosLog'].flatMap((name) =>
    before.has(name) ? [`${mark(name)}\n${before.get(name)}`] : [],
  )
  writeFileSync(FIGURES, `${[head, ...parts].join('\n\n')}\n`)
}

const mark = (name: string): string => `<!-- bench: ${name} -->`

/** The parts of the file, by the bench that wrote them. */
function readSections(text: string): Map<string, string> {
  const [, ...pieces] = text.split(/^<!-- bench: (\w+) -->$/m)
  return new Map(
    pieces.flatMap((piece, index) => (index % 2 === 0 ? [[piece, (pieces[index + 1] ?? '').trim()] as const] : [])),
  )
}
