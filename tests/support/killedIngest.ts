import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { buildChild } from './children.ts'

export interface Killable {
  /**
   * Runs the process over a database, kills it without warning after `after` acknowledgements, and returns the numbers
   * it had acknowledged.
   */
  runAndKill(place: { dataDir: string; databaseUrl: string | null }, base: number, after: number): Promise<number[]>
  remove(): Promise<void>
}

/** A process that ingests telemetry until it is killed. */
export async function buildKillable(): Promise<Killable> {
  const { script, remove } = await buildChild('tests/support/ingestChild.ts')
  return {
    runAndKill: ({ dataDir, databaseUrl }, base, after) =>
      killAfter(script, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', BASE: String(base) }, after),
    remove,
  }
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
