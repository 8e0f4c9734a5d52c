import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

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
  // Below the project, where its packages are found.
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'child-'))
  const input = {
    child: join(root, 'tests/support', file),
    worker: join(root, 'server/storage/sqlite/worker.ts'),
    ...Object.fromEntries(Object.entries(threads).map(([name, path]) => [name, join(root, path)])),
  }
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      minify: false,
      rollupOptions: {
        input,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return { script: join(folder, 'child.js'), remove: () => rm(folder, { recursive: true, force: true }) }
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
