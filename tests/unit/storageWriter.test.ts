import { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { writerDialect } from '../../server/storage/sqlite/dialect.ts'
import { Mutex } from '../../server/storage/sqlite/mutex.ts'
import { SqliteError, type DatabaseThread } from '../../server/storage/sqlite/thread.ts'
import { Writer } from '../../server/storage/sqlite/writer.ts'
import type { AnyTables } from '../../server/storage/types.ts'
import { writeUnanswered } from '../../server/storage/unanswered.ts'

/**
 * A writer over a thread that only records each statement and each message it receives, and fails where `fail` says so;
 * time stands still unless `now` says otherwise.
 */
function noting(fail: (statement: string) => SqliteError | null = () => null, now = () => 0) {
  const said: string[] = []
  const messages: string[][] = []
  const thread: DatabaseThread = {
    send: async (question) => {
      const statements =
        question.kind === 'query' ? [...question.before, question].map(({ sql }) => sql) : [question.kind]
      const names = statements.map((statement) => statement.replace(/^insert into "(\w+)".*/, '$1'))
      messages.push(names)
      for (const name of names) {
        said.push(name)
        const error = fail(name)
        if (error) throw error
      }
      return { columns: [], cells: [], changes: 1 }
    },
    pending: () => 0,
    close: async () => {},
  }
  const writer = new Writer(thread, new Mutex(), now)
  const database = new Kysely<AnyTables>({ dialect: writerDialect(writer) })
  const write = (table: string, fails = false) =>
    database.transaction().execute(async (trx) => {
      await trx.insertInto(table).values({ a: 1 }).execute()
      if (fails) throw new Error(`${table} fails`)
    })
  const writeBlind = (...tables: string[]) =>
    database.transaction().execute(async (trx) => {
      for (const table of tables) await writeUnanswered(trx, trx.insertInto(table).values({ a: 1 }))
    })
  return { said, messages, write, writeBlind, writer, database }
}

const twice = new SqliteError({ code: 'SQLITE_CONSTRAINT_UNIQUE', message: 'twice', rolledBack: false })

const statuses = async (...writes: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(writes)).map((result) =>
    result.status === 'fulfilled' ? 'stored' : (result.reason as Error).message,
  )

describe('Writer (group commit of SQLite transactions)', () => {
  it('commits concurrent transactions together', async () => {
    const { said, write } = noting()
    expect(await statuses(write('a'), write('b'), write('c'))).toEqual(['stored', 'stored', 'stored'])
    expect(said).toEqual(['begin immediate', 'a', 'savepoint member', 'b', 'savepoint member', 'c', 'commit'])
    await write('d')
    expect(said.slice(7)).toEqual(['begin immediate', 'd', 'commit'])
  })

  it('commits a transaction that has been open for 10 ms before the next one begins', async () => {
    let time = 0
    const { said, write } = noting(undefined, () => (time += 6))
    expect(await statuses(write('a'), write('b'), write('c'))).toEqual(['stored', 'stored', 'stored'])
    expect(said).toEqual(['begin immediate', 'a', 'savepoint member', 'b', 'commit', 'begin immediate', 'c', 'commit'])
  })

  it('rolls back a failed transaction without the others', async () => {
    const { said, write } = noting()
    expect(await statuses(write('a', true), write('b'), write('c', true))).toEqual(['a fails', 'stored', 'c fails'])
    expect(said).toEqual([
      'begin immediate',
      'a',
      'rollback',
      'begin immediate',
      'b',
      'savepoint member',
      'c',
      'rollback to member',
      'commit',
    ])
  })

  it('fails all transactions whose common commit fails', async () => {
    const full = new SqliteError({ code: 'SQLITE_FULL', message: 'disk full', rolledBack: false })
    const { said, write } = noting((statement) => (statement === 'commit' ? full : null))
    expect(await statuses(write('a'), write('b'))).toEqual(['disk full', 'disk full'])
    expect(said.at(-1)).toBe('rollback')
    expect(await statuses(write('c'))).toEqual(['disk full'])
  })

  it('fails all transactions that SQLite rolled back, and begins a new one for the next', async () => {
    const full = new SqliteError({ code: 'SQLITE_FULL', message: 'disk full', rolledBack: true })
    const { said, write } = noting((statement) => (statement === 'b' ? full : null))
    expect(await statuses(write('a'), write('b'), write('c'))).toEqual(['disk full', 'disk full', 'stored'])
    expect(said).toEqual(['begin immediate', 'a', 'savepoint member', 'b', 'begin immediate', 'c', 'commit'])
  })

  it('rejects further statements in a transaction that SQLite rolled back', async () => {
    const full = new SqliteError({ code: 'SQLITE_FULL', message: 'disk full', rolledBack: true })
    const { said, database } = noting((statement) => (statement === 'a' ? full : null))
    const stubborn = database.transaction().execute(async (trx) => {
      await trx
        .insertInto('a')
        .values({ a: 1 })
        .execute()
        .catch(() => {})
      await trx
        .insertInto('b')
        .values({ a: 1 })
        .execute()
        .catch(() => {})
    })
    expect(await statuses(stubborn)).toEqual(['the transaction was rolled back by the database'])
    expect(said).toEqual(['begin immediate', 'a'])
  })

  it('sends unawaited statements in order with the next awaited one, or together before the commit', async () => {
    const { messages, writeBlind, database } = noting()
    await database.transaction().execute(async (trx) => {
      await trx.insertInto('a').values({ a: 1 }).execute()
      for (const table of ['b', 'c']) await writeUnanswered(trx, trx.insertInto(table).values({ a: 1 }))
      await trx.insertInto('d').values({ a: 1 }).execute()
      for (const table of ['e', 'f']) await writeUnanswered(trx, trx.insertInto(table).values({ a: 1 }))
    })
    expect(messages).toEqual([['begin immediate', 'a'], ['b', 'c', 'd'], ['e', 'f'], ['commit']])
    await writeBlind('g')
    expect(messages.slice(4)).toEqual([['begin immediate', 'g'], ['commit']])
  })

  it('rolls back only its own transaction if an unawaited statement fails', async () => {
    const { said, write, writeBlind } = noting((statement) => (statement === 'b' ? twice : null))
    expect(await statuses(write('a'), writeBlind('b', 'c'), write('d'))).toEqual(['stored', 'twice', 'stored'])
    expect(said).toEqual([
      'begin immediate',
      'a',
      'savepoint member',
      'b',
      'rollback to member',
      'savepoint member',
      'd',
      'commit',
    ])
  })

  it('rolls back a transaction with a failed unawaited statement even if the error was caught', async () => {
    const { said, database } = noting((statement) => (statement === 'a' ? twice : null))
    const stubborn = database.transaction().execute(async (trx) => {
      await writeUnanswered(trx, trx.insertInto('a').values({ a: 1 }))
      await trx
        .insertInto('b')
        .values({ a: 1 })
        .execute()
        .catch(() => {})
      await trx.insertInto('c').values({ a: 1 }).execute()
    })
    expect(await statuses(stubborn)).toEqual([
      'a statement of the transaction failed, and its result was never awaited',
    ])
    expect(said).toEqual(['begin immediate', 'a', 'c', 'rollback'])
  })

  it('requires a transaction, and sends nothing for an empty one', async () => {
    const { said, database } = noting()
    await expect(database.insertInto('a').values({ a: 1 }).execute()).rejects.toThrow('needs a transaction')
    await expect(writeUnanswered(database, database.insertInto('a').values({ a: 1 }))).rejects.toThrow(
      'needs a transaction',
    )
    await database.transaction().execute(async () => {})
    expect(said).toEqual([])
  })

  it('commits before a request that runs outside of transactions', async () => {
    const { said, writer, database } = noting()
    let alone: Promise<void> | null = null
    await database.transaction().execute(async (trx) => {
      await trx.insertInto('a').values({ a: 1 }).execute()
      alone = writer.alone({ kind: 'close' })
    })
    await alone
    expect(said).toEqual(['begin immediate', 'a', 'commit', 'close'])
  })
})
