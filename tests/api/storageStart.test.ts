import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { StartError } from '../../server/settings.ts'
import { openStorage } from '../../server/storage/index.ts'
import { startDatabaseThread } from '../../server/storage/sqlite/thread.ts'
import { buildChild } from '../support/children.ts'
import { engines, openTestStorage } from '../support/storage.ts'

/** Returns the sentence with which a start fails. */
async function sentence(dataDir: string, databaseUrl: string | null = null): Promise<string> {
  const error: unknown = await openStorage({ dataDir, databaseUrl }, silentLog).then(
    (storage) => storage.close(),
    (problem: unknown) => problem,
  )
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).toMatch(/^[A-Z][^\n]+\.$/)
  return message
}

describe('data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-test-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const open = (dataDir = folder) => openStorage({ dataDir, databaseUrl: null }, silentLog)

  it('is created when it is missing, and keeps its data when opened again', async () => {
    const missing = join(folder, 'deep', 'er')
    const first = await open(missing)
    await first.write((trx) => trx.insertInto('setting').values({ name: 'a', value: '1' }).execute())
    await first.close()
    await first.close()
    await expect(first.read.selectFrom('setting').selectAll().execute()).rejects.toThrow('closed')
    await expect(first.write((trx) => trx.selectFrom('setting').selectAll().execute())).rejects.toThrow('closed')
    const second = await open(missing)
    expect(await second.read.selectFrom('setting').selectAll().execute()).toEqual([{ name: 'a', value: '1' }])
    await second.close()
  })

  it('is rejected while it is open, also in the same process', async () => {
    const first = await open()
    expect(await sentence(folder)).toContain(`using the data folder ${folder}`)
    await first.close()
    await (await open()).close()
  })

  it('can be opened once the process that held it was killed', async () => {
    const other = await openElsewhere(folder)
    expect(await sentence(folder)).toContain(folder)
    other.kill('SIGKILL')
    await once(other, 'exit')
    const storage = await open()
    expect(await storage.read.selectFrom('setting').selectAll().execute()).toEqual([{ name: 'elsewhere', value: '1' }])
    await storage.close()
  })

  it('is rejected with a clear message when it cannot be used', async () => {
    await writeFile(join(folder, 'file'), '')
    expect(await sentence(join(folder, 'file'))).toContain('there is a file of that name')
    expect(await sentence(join(folder, 'file', 'in'))).toContain('a part of that path is a file')
    await mkdir(join(folder, 'odd', 'platform.db'), { recursive: true })
    expect(await sentence(join(folder, 'odd'))).toContain('files in it may not be written')
  })

  it('with a damaged database is rejected, not left locked, and keeps the file unchanged', async () => {
    const damaged = 'this is no database '.repeat(500)
    await writeFile(join(folder, 'platform.db'), damaged)
    expect(await sentence(folder)).toContain('damaged')
    // The lock is released again.
    expect(await sentence(folder)).toContain('damaged')
    expect(await readFile(join(folder, 'platform.db'), 'utf8')).toBe(damaged)
  })
})

describe('database thread that ends unexpectedly', () => {
  it('rejects pending and later queries', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'console-test-'))
    const deaths: string[] = []
    const thread = await startDatabaseThread({ role: 'writer', folder }, (error) => deaths.push(error.message))
    const ask = () => thread.send({ kind: 'query', sql: 'select 1', parameters: [], before: [] })
    const post = vi.spyOn(Worker.prototype, 'postMessage')
    await ask()
    const worker = post.mock.contexts[0] as Worker
    // A message that no thread understands. (terminate() would end the thread inside the database's native code, which
    // at times ends the whole process.)
    worker.postMessage(null, [])
    const results = Promise.allSettled(Array.from({ length: 2000 }, ask))
    expect((await results).at(-1)).toMatchObject({
      status: 'rejected',
      reason: { code: 'THREAD_ENDED', message: expect.stringContaining('writer thread ended') as string },
    })
    await expect(ask()).rejects.toThrow('ended')
    expect(deaths).toHaveLength(1)
    await thread.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('reports the failure only after all database threads have ended', async () => {
    const post = vi.spyOn(Worker.prototype, 'postMessage').mockClear()
    const { storage, dispose } = await openTestStorage('sqlite')
    const workers = [...new Set(post.mock.contexts as Worker[])]
    expect(workers).toHaveLength(3)
    workers[1]?.postMessage(null, [])
    expect((await storage.failed).message).toContain('thread ended')
    // -1: the thread is gone.
    expect(workers.map(({ threadId }) => threadId)).toEqual([-1, -1, -1])
    await dispose()
  })
})

describe.runIf(engines.includes('postgres'))('DATABASE_URL', () => {
  const good = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://none')
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(good)
    change(url)
    return url.href
  }

  it('without a working connection is rejected with a message that does not contain the password', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as { port: number }
    closed.close()
    await once(closed, 'close')
    const sentences = [
      await sentence(
        '.',
        changed((url) => (url.port = String(port))),
      ),
      await sentence(
        '.',
        changed((url) => (url.hostname = 'no-such-host.invalid')),
      ),
      await sentence(
        '.',
        changed((url) => (url.pathname = '/no_such_database')),
      ),
      await sentence(
        '.',
        changed((url) => (url.password = 'wrong-secret')),
      ),
      await sentence(
        '.',
        changed((url) => (url.username = 'nobody-here')),
      ),
    ]
    expect(sentences[0]).toContain(`no PostgreSQL answers at ${good.hostname}:${port}`)
    expect(sentences[1]).toContain('no-such-host.invalid')
    expect(sentences[2]).toContain('has no database "no_such_database"')
    expect(sentences[3]).toContain(`refuses the sign-in of user "${good.username}"`)
    expect(sentences[4]).toContain('"nobody-here"')
    expect(sentences.join()).not.toContain('wrong-secret')
  })

  it('is used by several processes that start at the same time', async () => {
    const { storage, settings, dispose } = await openTestStorage('postgres')
    await storage.write((trx) => trx.insertInto('setting').values({ name: 'a', value: '1' }).execute())
    const others = await Promise.all([1, 2, 3].map(() => openStorage(settings, silentLog)))
    for (const other of others) {
      expect(await other.read.selectFrom('setting').select('value').execute()).toEqual([{ value: '1' }])
      await other.close()
    }
    await dispose()
  })
})

/** Starts a process of its own that opens a folder, stores a row and stays. */
async function openElsewhere(folder: string): Promise<ChildProcess> {
  const { script, remove } = await buildChild('tests/support/storageChild.ts')
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the other process ended'))),
  ]).finally(remove)
  return child
}
