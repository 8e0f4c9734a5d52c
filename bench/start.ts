import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, spawnServer, startServer } from '../tests/support/instance.ts'
import { figure, median, type Bench } from './report.ts'
import { resident, rest } from './resident.ts'

const ROUNDS = 5

/**
 * Measures the time from the start of the process to the first 200 on /login, and memory at rest, with an empty and
 * with a full data folder.
 */
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
      aim: 'first answer under 1 s, under 150 MB.',
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
