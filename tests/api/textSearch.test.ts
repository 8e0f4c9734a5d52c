import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { f, type Resource } from '../../resources/kit/define.ts'
import { allResources } from '../../resources/index.ts'
import { device } from '../../resources/device.ts'
import { gateway } from '../../resources/gateway.ts'
import { silentLog } from '../../server/log.ts'
import { entityOf } from '../../server/crud/entity.ts'
import { createLister } from '../../server/crud/list.ts'
import { candidatesOf, narrowing } from '../../server/crud/textSearch.ts'
import { openStorage } from '../../server/storage/index.ts'
import { likeOf, plainText } from '../../server/storage/textPattern.ts'
import { searchTableOf } from '../../server/storage/textSearch.ts'
import { engines, openTestStorage, testPlace } from '../support/storage.ts'

const stamp = { created_at: 1, updated_at: 1, project_id: 1 }
const named = (name: string) => ({ ...stamp, name, regcode: `R${name}` })

describe.each(engines)('text search index on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestStorage>>
  const entity = entityOf(gateway)
  beforeAll(async () => {
    opened = await openTestStorage(engine)
  })
  afterAll(() => opened.dispose())

  const insert = (...names: string[]) =>
    opened.storage.writeAny((trx) => trx.insertInto('gateway').values(names.map(named)).execute())
  const find = async (search: string): Promise<string[]> => {
    const query = { conditions: [], search, sort: 'id', order: 'asc' as const, limit: 50, offset: 0 }
    const { rows, total } = await createLister(opened.storage, entity).page(query)
    expect(total).toBe(rows.length)
    return rows.map((row) => String(row.name))
  }
  const candidates = async (text: string): Promise<number | null> => {
    const found = await narrowing(opened.storage, entity)(text)
    return found === null ? null : (JSON.parse(found) as number[]).length
  }

  it('finds parts of names and codes, also with special characters', async () => {
    await insert('长安区泵站一号', '桥西区泵站', 'Pump STATION 7', '100%_"quoted"\\', "it's", 'a*b-c AND d')
    for (const [text, names] of [
      ['泵站', ['长安区泵站一号', '桥西区泵站']],
      ['区泵站', ['长安区泵站一号', '桥西区泵站']],
      ['station', ['Pump STATION 7']],
      ['100%_"', ['100%_"quoted"\\']],
      ['d"\\', ['100%_"quoted"\\']],
      ['1__', []],
      ["it's", ["it's"]],
      ['b-c and', ['a*b-c AND d']],
      ['NEAR(a b)', []],
    ] as const)
      expect(await find(text), text).toEqual(names)
    // The registration code is searched as well.
    expect(await find('r桥西')).toEqual(['桥西区泵站'])
  })

  it('ignores case and character width in every script, with and without the index', async () => {
    const rows = [
      'Ａｉｒ Ｓｔａｔｉｏｎ ９',
      'Äpfel über Straße',
      'ΣΤΑΘΜΟΣ ΑΕΡΑ',
      'Станция ВОЗДУХА',
      'ﾎﾟﾝﾌﾟ カタカナ',
      '[a]^b-c］?*',
    ]
    await insert(...rows)
    for (const [text, at] of [
      ['air station 9', 0],
      ['ＡＩＲ', 0],
      ['９', 0],
      ['ÄPFEL ÜBER', 1],
      ['äpfel', 1],
      ['ß', 1],
      ['σταθμο', 2],
      ['αερα', 2],
      ['воздуха', 3],
      ['СТАНЦИЯ', 3],
      ['ｶﾀｶﾅ', 4],
      ['カタカナ', 4],
      ['［A］＾', 5],
      ['B－C]？＊', 5],
      ['[a-z]', null],
      ['.', null],
    ] as const)
      expect(await find(text), text).toEqual(at === null ? [] : [rows[at]])
    expect(await candidates('ＳＴＡＴＩＯＮ ９')).toBe(1)
  })

  it('is used for three characters and more, and not for frequent texts', async () => {
    expect(await candidates('泵站')).toBeNull()
    expect(await candidates('桥西区')).toBe(1)
    await insert(...Array.from({ length: 1001 }, (_, index) => `common ${index}`))
    expect(await candidates('common')).toBeNull()
    expect(await candidates('common 77')).toBe(11)
  })

  it.runIf(engine === 'postgres')('finds letters and digits through the index alone', async () => {
    const plan = await opened.storage.writeAny(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`
        explain (analyze, timing off) select id from gateway where ${sql.raw(plainText('name'))} like ${likeOf('Common 77')}`.execute(
        trx,
      )
      return rows.flatMap((row) => Object.values(row)).join('\n')
    })
    expect(/Bitmap Index Scan on trigrams_gateway_name.*actual rows=(\d+)/.exec(plan)?.[1]).toBe('11')
  })

  it('follows changed and deleted rows', async () => {
    await insert('before the change')
    const only = (trx: Parameters<Parameters<typeof opened.storage.writeAny>[0]>[0]) =>
      trx.updateTable('gateway').set(named('after the change')).where('name', '=', 'before the change').execute()
    await opened.storage.writeAny(only)
    expect(await find('before the change')).toEqual([])
    expect(await find('after the change')).toEqual(['after the change'])
    await opened.storage.writeAny((trx) => trx.deleteFrom('gateway').where('name', '=', 'after the change').execute())
    expect(await find('after the change')).toEqual([])
    expect(await candidates('after the change')).toBe(0)
  })

  /**
   * Returns how the database finds the candidates of a search. The tests that ask come last: a plan leaves SQLite's reader
   * at what the database held then.
   */
  const planOf = async (asked: typeof entity, text: string): Promise<string> => {
    const found = candidatesOf(engine, asked, text)
    const { rows } =
      engine === 'sqlite'
        ? await sql<Record<string, string | number>>`explain query plan ${found}`.execute(opened.storage.readAny)
        : await opened.storage.writeAny(async (trx) => {
            await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_nestloop', 'off', true)`.execute(
              trx,
            )
            return await sql<Record<string, string>>`explain ${found}`.execute(trx)
          })
    return rows.flatMap((row) => Object.values(row)).join('\n')
  }

  it('finds referenced records through their index', async () => {
    expect(await planOf(entityOf(device), 'Rcommon 77')).toContain(
      engine === 'postgres' ? 'Bitmap Index Scan on trigrams_gateway_regcode' : 'SCAN search_gateway VIRTUAL TABLE',
    )
  })

  it.runIf(engine === 'sqlite')('reads the rows of the index one by one', async () => {
    const plan = await planOf(entity, 'common')
    expect(plan).toContain('SCAN search_gateway VIRTUAL TABLE')
    expect(plan).not.toContain('SUBQUERY')
  })
})

describe.each(engines)('text search index of a changed definition on %s', (engine) => {
  const thing = (fields: Resource['fields']): Resource => ({
    ...gateway,
    path: 'manage/thing',
    api: 'godbThing',
    table: 'thing',
    fields,
  })
  const name = f.text(['名称', '名稱', 'Name'], { search: true })
  const code = f.text(['编码', '編碼', 'Code'], {})

  it('includes existing rows, and is dropped when no field is searchable', async () => {
    const { settings, remove } = await testPlace(engine, 'schema')
    const indexed = async (fields: Resource['fields']) => {
      const storage = await openStorage(settings, silentLog, [...allResources, thing(fields)])
      try {
        const has = await storage.readAny.selectFrom('thing').select('id').execute()
        if (has.length === 0)
          await storage.writeAny((trx) =>
            trx.insertInto('thing').values({ name: 'first', code: 'second', created_at: 1, updated_at: 1 }).execute(),
          )
        if (engine === 'postgres') {
          const { rows } = await sql<{ text: string }>`
            select indexdef as text from pg_indexes where tablename = 'thing' and indexname like 'trigrams%' order by 1`.execute(
            storage.readAny,
          )
          return rows.map(({ text }) => /translate\((\w+)/.exec(text)?.[1])
        }
        const { rows } = await sql<{
          name: string
        }>`select name from pragma_table_info(${searchTableOf('thing')})`.execute(storage.readAny)
        if (rows.length > 0) {
          const hits =
            await sql`select rowid from ${sql.id(searchTableOf('thing'))} where ${sql.id(searchTableOf('thing'))} match 'first OR second'`.execute(
              storage.readAny,
            )
          expect(hits.rows).toHaveLength(1)
        }
        return rows.map((row) => row.name)
      } finally {
        await storage.close()
      }
    }
    try {
      expect(await indexed({ name, code })).toEqual(['name'])
      expect(await indexed({ name, code: { ...code, search: true } })).toHaveLength(2)
      expect(await indexed({ name: { ...name, search: false }, code: { ...code, search: true } })).toEqual(['code'])
      expect(await indexed({ name: { ...name, search: false }, code })).toEqual([])
    } finally {
      await remove()
    }
  })
})
