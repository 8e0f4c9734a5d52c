import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundle } from './bundle.ts'

/** Files that tests run as processes of their own. */
const FILES = [
  'server/fill.ts',
  'tests/support/ingestChild.ts',
  'tests/support/intakeChild.ts',
  'tests/support/leaderChild.ts',
  'tests/support/leaseChild.ts',
  'tests/support/logChild.ts',
  'tests/support/stationChild.ts',
  'tests/support/storageChild.ts',
] as const
/** Scripts that these processes start as threads, by the name under which they start them. */
const THREADS = { worker: 'server/storage/sqlite/worker.ts', hj212: 'server/hj212/worker.ts' }
/** Environment variable with the folder of this run's bundles; the test processes find them by it. */
const PLACE = 'TEST_CHILDREN'

export interface Built {
  /** Path of the file as plain JavaScript. */
  script: string
  remove(): Promise<void>
}

/**
 * Makes the folder for the bundles, once a run. The first file that needs a bundle builds all of them at once, because
 * each bundle contains nearly the whole server.
 */
export async function placeForChildren(): Promise<{ found: Record<string, string>; remove(): Promise<void> }> {
  const place = await mkdtemp(join(tmpdir(), 'test-children-'))
  return {
    found: { [PLACE]: place },
    async remove() {
      const { done } = signsIn(place)
      if (existsSync(done)) await rm(readFileSync(done, 'utf8'), { recursive: true, force: true })
      await rm(place, { recursive: true, force: true })
    },
  }
}

/**
 * Returns, as plain JavaScript, a file that runs as a process of its own: compiling it for every process takes longer
 * than its work.
 */
export async function buildChild(file: (typeof FILES)[number]): Promise<Built> {
  const place = process.env[PLACE]
  const { folder, remove } = place === undefined ? await build([file]) : await ofTheRun(place)
  return { script: join(folder, `${nameOf(file)}.js`), remove }
}

async function ofTheRun(place: string): ReturnType<typeof bundle> {
  const { claimed, done, failed } = signsIn(place)
  if (claims(claimed)) {
    try {
      const { folder } = await build(FILES)
      writeFileSync(`${done}.new`, folder)
      renameSync(`${done}.new`, done)
    } catch (error) {
      writeFileSync(failed, String(error))
      throw error
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed))
      throw new Error(`The processes of the tests could not be built: ${readFileSync(failed, 'utf8')}`)
    await pause(50)
  }
  return { folder: readFileSync(done, 'utf8'), remove: async () => {} }
}

const build = (files: readonly string[]): ReturnType<typeof bundle> =>
  bundle({ ...THREADS, ...Object.fromEntries(files.map((file) => [nameOf(file), file])) })

const nameOf = (file: string): string => basename(file, '.ts')

const signsIn = (place: string) => ({
  claimed: join(place, 'claimed'),
  done: join(place, 'done'),
  failed: join(place, 'failed'),
})

/** Whether this process is the first to claim the path. */
function claims(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch {
    return false
  }
}
