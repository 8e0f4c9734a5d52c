import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundle } from './bundle.ts'

export interface Killable {
  /** Runs the process over a database, kills it with no warning after so many acknowledgements, and answers what it had acknowledged. */
  runAndKill(place: { dataDir: string; databaseUrl: string | null }, base: number, after: number): Promise<number[]>
  remove(): Promise<void>
}

/** A process that takes telemetry until it is killed. */
export async function buildKillable(): Promise<Killable> {
  const { script, remove } = await buildChild('ingestChild.ts')
  return {
    runAndKill: ({ dataDir, databaseUrl }, base, after) =>
      killAfter(script, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', BASE: String(base) }, after),
    remove,
  }
}

/**
 * A file of tests/support as plain JavaScript, built once: compiling it anew for every process takes longer than its work.
 *
 * @param threads files that become threads besides SQLite's, by the name they are started under
 */
export async function buildChild(
  file: string,
  threads: Readonly<Record<string, string>> = {},
): Promise<{ script: string; remove(): Promise<void> }> {
  const { folder, remove } = await bundle({
    child: `tests/support/${file}`,
    worker: 'server/storage/sqlite/worker.ts',
    ...threads,
  })
  return { script: join(folder, 'child.js'), remove }
}

async function killAfter(script: string, environment: Record<string, string>, after: number): Promise<number[]> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === after) child.kill('SIGKILL')
  }
  return acknowledged
}
