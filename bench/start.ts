import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, spawnServer, startServer, type Instance } from '../tests/support/instance.ts'
import { figure, median, type Bench } from './report.ts'

const ROUNDS = 5

/** Start of the process to the first 200 on /login, and memory at rest, with an empty and with a full data folder. */
const bench: Bench = async () => {
  const full = mkdtempSync(join(tmpdir(), 'bench-full-'))
  const seeding = await startServer({ DATA_DIR: full, DEMO_DAYS: undefined })
  await rest(seeding)
  await seeding.stop()
  const rows = [
    await measure('empty data folder', () => mkdtempSync(join(tmpdir(), 'bench-empty-')), true),
    await measure('full data folder (seeded demo city)', () => full, false),
  ]
  rmSync(full, { recursive: true, force: true })
  return [
    {
      title: 'Start and memory',
      how: `Medians of ${ROUNDS} starts of the built server, DEMO=on; memory is the resident set once the process is at rest.`,
      columns: ['start', 'first 200 on /login, ms', 'resident, MB'],
      rows,
      aim: 'first answer under 1 s, under 120 MB.',
    },
  ]
}
export default bench

async function measure(name: string, folder: () => string, throwAway: boolean): Promise<(string | number)[]> {
  const starts: number[] = []
  const memory: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = folder()
    const begun = performance.now()
    const instance = await spawnServer({ DATA_DIR: dataDir })
    await answers(instance, '/login')
    starts.push(performance.now() - begun)
    if (!throwAway || round === 0) {
      await rest(instance)
      memory.push(resident(instance))
    }
    await instance.stop()
    if (throwAway) rmSync(dataDir, { recursive: true, force: true })
  }
  return [name, figure(median(starts)), figure(median(memory))]
}

/** Resolves when the process has used next to no processor for three seconds in a row, or after ten minutes. */
async function rest(instance: Instance): Promise<void> {
  let before = ticks(instance)
  for (let quiet = 0, second = 0; quiet < 3 && second < 600; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const now = ticks(instance)
    quiet = now - before <= 10 ? quiet + 1 : 0
    before = now
  }
}

/** Hundredths of a second of processor time so far (Linux; elsewhere 0). */
function ticks({ process: { pid } }: Instance): number {
  const fields = readProc(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

const resident = ({ process: { pid } }: Instance): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`))?.[1] ?? NaN) / 1000

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
