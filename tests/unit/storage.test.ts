import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { StartError } from '../../server/settings.ts'
import { constraintOf } from '../../server/storage/constraint.ts'
import { partitionAt, monthsOf } from '../../server/storage/homes/postgres/partitions.ts'
import { serialiseQueries, poolInTurn } from '../../server/storage/postgres/inTurn.ts'
import { connectProblem, startProblem, versionProblem } from '../../server/storage/postgres/problems.ts'
import { openSqlite } from '../../server/storage/sqlite/index.ts'
import { Mutex } from '../../server/storage/sqlite/mutex.ts'
import { startDatabaseThread } from '../../server/storage/sqlite/thread.ts'
import { waitFor } from '../support/waitFor.ts'

vi.mock(import('../../server/storage/sqlite/thread.ts'), async (original) => ({
  ...(await original()),
  startDatabaseThread: vi.fn<typeof startDatabaseThread>(),
}))

describe('monthly history partitions', () => {
  it('begin and end at midnight UTC', () => {
    expect(partitionAt(Date.UTC(2025, 11, 31, 23, 59, 59, 999))).toEqual({
      table: 'history_202512',
      from: Date.UTC(2025, 11),
      until: Date.UTC(2026, 0),
    })
    expect(partitionAt(Date.UTC(2026, 0)).table).toBe('history_202601')
    expect(partitionAt(0).table).toBe('history_197001')
  })

  it('are listed once for each month with saved samples', () => {
    const times = [
      Date.UTC(2025, 5, 30),
      Date.UTC(2025, 6, 1),
      Date.UTC(2025, 5, 1),
      Date.UTC(2025, 8, 1),
      Date.UTC(2025, 6, 2),
    ]
    expect(monthsOf(times, [1, 1, 1, 0, 1]).map(({ table }) => table)).toEqual(['history_202506', 'history_202507'])
    expect(monthsOf([], [])).toEqual([])
  })
})

describe('statements of one PostgreSQL connection', () => {
  it('are sent one after the other, even if one fails', async () => {
    const sent: string[] = []
    const ends: (() => void)[] = []
    const client = serialiseQueries({
      async query(text) {
        sent.push(text)
        await new Promise<void>((resolve) => void ends.push(resolve))
        if (text === 'first') throw new Error('it failed')
        return { command: text, rowCount: 0, oid: 0, fields: [], rows: [] }
      },
    })
    const [first, second] = [client.query('first'), client.query('second')]
    await waitFor(() => expect(ends).toHaveLength(1))
    expect(sent).toEqual(['first'])
    ends[0]?.()
    await expect(first).rejects.toThrow('it failed')
    await waitFor(() => expect(sent).toEqual(['first', 'second']))
    ends[1]?.()
    await expect(second).resolves.toMatchObject({ command: 'second' })
  })

  it('are all answered before the connection is released, and rejected after the rollback', async () => {
    const seen: string[] = []
    const ends: (() => void)[] = []
    const client = {
      async query(text: string) {
        seen.push(text)
        await new Promise<void>((resolve) => void ends.push(resolve))
        if (text !== 'rollback') throw new Error('it failed')
        return { rows: [] }
      },
      release: () => void seen.push('released'),
    }
    const held = await poolInTurn({ connect: async () => client } as unknown as pg.Pool).connect()
    const first = held.query('first', [])
    // As Kysely does: a waiting statement is sent once the one before has failed, while the transaction is being rolled
    // back.
    const second = first.catch(() => held.query('second', []))
    const whole = first.catch(() => held.query('rollback', []).then(() => held.release()))
    const third = second.catch(() => held.query('third', [])).catch((error: unknown) => error)
    for (let answered = 0; answered < 3; answered++) {
      await waitFor(() => expect(ends).toHaveLength(answered + 1))
      ends[answered]?.()
    }
    expect(await third).toMatchObject({ message: 'the transaction is over' })
    await whole
    await waitFor(() => expect(seen).toEqual(['first', 'second', 'rollback', 'released']))
  })

  it('are rejected after a failed commit, except a rollback, until the next transaction begins', async () => {
    const seen: string[] = []
    const client = {
      async query(text: string) {
        seen.push(text)
        if (text === 'commit') throw new Error('it failed')
        return { rows: [] }
      },
    }
    const held = await poolInTurn({ connect: async () => client } as unknown as pg.Pool).connect()
    await held.query('begin', [])
    await held.query('rollback to "point"', [])
    await held.query('one', [])
    const committed = held.query('commit', []).catch((error: unknown) => error)
    await expect(held.query('late', [])).rejects.toThrow('the transaction is over')
    expect(await committed).toMatchObject({ message: 'it failed' })
    await held.query('rollback', [])
    await expect(held.query('late', [])).rejects.toThrow('the transaction is over')
    await held.query('start transaction isolation level serializable', [])
    await held.query('two', [])
    expect(seen).toEqual([
      'begin',
      'rollback to "point"',
      'one',
      'commit',
      'rollback',
      'start transaction isolation level serializable',
      'two',
    ])
  })
})

describe('Mutex', () => {
  it('grants the lock to one at a time, in the order of the requests', async () => {
    const mutex = new Mutex()
    const entered: number[] = []
    const enter = async (number: number) => {
      await mutex.lock(1000)
      entered.push(number)
    }
    await enter(1)
    const others = [enter(2), enter(3)]
    expect(mutex.waiting).toBe(2)
    expect(entered).toEqual([1])
    mutex.unlock()
    await others[0]
    expect(entered).toEqual([1, 2])
    mutex.unlock()
    await others[1]
    expect(entered).toEqual([1, 2, 3])
    mutex.unlock()
    await enter(4)
  })

  it('rejects a lock after its timeout and skips it in the queue', async () => {
    const mutex = new Mutex()
    await mutex.lock(1000)
    await expect(mutex.lock(1)).rejects.toThrow('held too long')
    expect(mutex.waiting).toBe(0)
    mutex.unlock()
    await mutex.lock(1000)
  })
})

describe('constraintOf', () => {
  const error = (message: string, more: object): Error => Object.assign(new Error(message), more)

  it('reads unique and check violations from SQLite messages', () => {
    expect(
      constraintOf(
        error('UNIQUE constraint failed: thing.project_id, thing.name', { code: 'SQLITE_CONSTRAINT_UNIQUE' }),
      ),
    ).toEqual({
      kind: 'unique',
      table: 'thing',
      columns: ['project_id', 'name'],
    })
    expect(constraintOf(error('CHECK constraint failed: positive', { code: 'SQLITE_CONSTRAINT_CHECK' }))).toEqual({
      kind: 'check',
      table: null,
      columns: [],
    })
  })

  it('reads violations from PostgreSQL error fields in any language', () => {
    expect(
      constraintOf(
        error('重复键违反唯一约束', {
          code: '23505',
          table: 'thing',
          detail: '键值"(project_id, name)=(2, (x)=(y))" 已经存在',
        }),
      ),
    ).toEqual({
      kind: 'unique',
      table: 'thing',
      columns: ['project_id', 'name'],
    })
    expect(constraintOf(error('', { code: '23502', table: 'thing', column: 'name' }))).toEqual({
      kind: 'notNull',
      table: 'thing',
      columns: ['name'],
    })
  })

  it('returns null for other errors', () => {
    expect(constraintOf(error('', { code: 'ECONNREFUSED' }))).toBeNull()
    expect(constraintOf(new Error('no code'))).toBeNull()
    expect(constraintOf(null)).toBeNull()
  })
})

describe('PostgreSQL start problems', () => {
  const url = 'postgres://someone:s3%23cret@db.example:5433/city'

  it('connectProblem returns one sentence without the password', () => {
    const problem = connectProblem(new Error('strange: s3#cret, s3%23cret.\n  at somewhere'), url)
    expect(problem).toEqual(new StartError('DATABASE_URL: db.example:5433 answers: strange: ***, ***.'))
    const both = new AggregateError([Object.assign(new Error('::1'), { code: 'ECONNREFUSED' })])
    expect(connectProblem(both, url)).toEqual(new StartError('DATABASE_URL: no PostgreSQL answers at db.example:5433.'))
  })

  it('versionProblem rejects a server older than version 15', () => {
    expect(versionProblem('14.9 (Debian)', 140_009)?.message).toBe(
      'DATABASE_URL: the server is PostgreSQL 14.9 (Debian); version 15 or newer is needed.',
    )
    expect(versionProblem('15.0', 150_000)).toBeNull()
  })

  it('startProblem returns other errors unchanged', () => {
    const bug = Object.assign(new Error('syntax error'), { code: '42601' })
    expect(startProblem(bug, url)).toBe(bug)
  })
})

describe('openSqlite', () => {
  it('ends every started thread if a reader fails to start, and rejects with its error', async () => {
    const closed: string[] = []
    const thread = (name: string) => ({
      send: async () => null,
      pending: () => 0,
      close: async () => void closed.push(name),
    })
    vi.mocked(startDatabaseThread)
      .mockResolvedValueOnce(thread('writer'))
      .mockRejectedValueOnce(new Error('no such reader'))
      // The other reader starts after the first has failed.
      .mockImplementationOnce(async () => {
        await nextTurn()
        return thread('reader')
      })
    await expect(openSqlite(tmpdir(), silentLog)).rejects.toThrow('no such reader')
    expect(closed).toEqual(['reader', 'writer'])
  })
})
