import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'
import { engines, testPlace } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

interface Entry {
  id: number
  operation_date: number
  operation_table: string
  operation_name: string
  operation_type: string
  record_id: number
  project_id: number
  district_id: number | null
  user_id: number
  username: string
  nickname: string
  explained: string
}

describe.each(engines)('operation log on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let reader: Call
  let noKey: Call
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    await server.addUser({ username: 'readerA', project_id: scene.projects.a, menu_control: '["2-4"]' })
    reader = await server.signIn('readerA')
    noKey = await server.signIn('viewerA')
    const admin = await server.signIn('adminA')
    await admin('PUT', `godbGateway/${scene.gateways.a}`, { name: 'Renamed_x' })
  })
  afterAll(() => server.dispose())
  const list = async (query: string, call: Call = scene.root) =>
    (await call<{ list: Entry[]; total: number }>('GET', `godbOperationlog?${query}`)).data

  it('returns user, action and record of each operation, newest first', async () => {
    const { list: rows, total } = await list('page_size=1000&current=1')
    expect(total).toBe(rows.length)
    expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).toSorted((a, b) => b - a))
    const edit = rows.find((row) => row.operation_type === 'edit')
    expect(edit).toMatchObject({
      operation_table: 'gateway',
      operation_name: 'Gateway',
      record_id: scene.gateways.a,
      project_id: scene.projects.a,
      username: 'adminA',
      explained: 'Renamed_x',
    })
    const details = await scene.root<object[]>('GET', `godbOperationdetailsByOperationId/${edit?.id}`)
    expect(details.data).toEqual([
      expect.objectContaining({
        field_name: 'name',
        field_comment: 'Name',
        old_value: 'Gateway A',
        new_value: 'Renamed_x',
      }),
    ])
  })

  it('explains the ids in a change by the names of the records that the reader may see', async () => {
    const { devices, areas, projects } = scene
    await scene.root('PUT', `godbDevice/${devices.below}`, { district_id: areas.a })
    const [moved] = (await list('page_size=1')).list
    const said = async (id?: number, reading: Call = scene.root) =>
      (await reading<{ explained: string | null }[]>('GET', `godbOperationdetailsByOperationId/${id}`)).data
    expect((await said(moved?.id)).map(({ explained }) => explained)).toEqual(['Area A below → Area A'])
    await scene.root('PUT', `godbDevice/${devices.below}`, { district_id: areas.below })
    const [back] = (await list('page_size=1')).list
    const seen = await said(back?.id, await server.signIn('localA'))
    expect(seen.map(({ explained }) => explained)).toEqual([`#${areas.a} → Area A below`])
    const rule = { name: 'named', project_id: projects.a, starts: Date.now(), ends: Date.now() + 60_000 }
    await scene.root('POST', 'alarmMaintenance', { ...rule, device_list: `${devices.a},${devices.below}` })
    const [made] = (await list('page_size=1')).list
    expect(await said(made?.id)).toContainEqual(
      expect.objectContaining({ field_name: 'device_list', explained: '— → Device A, Device A below' }),
    )
  })

  it('is paginated, searchable and filterable by project and time, and rejects invalid parameters', async () => {
    const all = await list('page_size=1000')
    expect((await list('page_size=3&current=2')).list.map(({ id }) => id)).toEqual(
      all.list.slice(3, 6).map(({ id }) => id),
    )
    expect(await list('page_size=5&current=900')).toEqual({ list: [], total: all.total })
    expect((await list('search=d_x')).total).toBe(1)
    expect((await list('search=d__')).total).toBe(0)
    expect((await list('search=%25')).total).toBe(0)
    const gateways = (await list('page_size=1000&search=gateWAY')).list
    expect(gateways.some((row) => row.operation_table === 'gateway')).toBe(true)
    expect((await list('search=adminA&page_size=1000')).list.some(({ username }) => username === 'adminA')).toBe(true)
    expect(
      (await list(`pro_id=${scene.projects.b}&page_size=1000`)).list.every(
        (row) => row.project_id === scene.projects.b,
      ),
    ).toBe(true)
    const now = Date.now()
    expect((await list(`starttime=${now + 1000}`)).total).toBe(0)
    expect((await list(`starttime=${Math.floor(now / 1000) - 3600}&endtime=${now}`)).total).toBe(all.total)
    expect((await list('endtime=1000000000')).total).toBe(0)
    for (const wrong of ['page_size=0', 'page_size=1001', 'current=0', 'current=x', 'starttime=yesterday', 'pro_id=-1'])
      expect((await scene.root('GET', `godbOperationlog?${wrong}`)).status, wrong).toBe(400)
  })

  it('shows each project only its own entries, and only to users with the operation log permission', async () => {
    const mine = await list('page_size=1000', reader)
    expect(mine.total).toBeGreaterThan(0)
    expect(mine.list.every((row) => row.project_id === scene.projects.a)).toBe(true)
    expect((await list(`pro_id=${scene.projects.b}`, reader)).total).toBe(0)
    expect(await noKey('GET', 'godbOperationlog')).toMatchObject({ status: 403 })
    expect(await noKey('GET', `godbOperationdetailsByOperationId/${mine.list[0]?.id}`)).toMatchObject({ status: 403 })
    expect(await server.anonymous('GET', 'godbOperationlog')).toMatchObject({ status: 401 })
    const other = (await list(`pro_id=${scene.projects.b}`)).list[0]
    expect(await reader('GET', `godbOperationdetailsByOperationId/${other?.id}`)).toMatchObject({ status: 404 })
    expect(await reader('GET', `godbOperationdetailsByOperationId/${mine.list[0]?.id}`)).toMatchObject({ status: 200 })
    for (const id of ['0', 'x', '99999999'])
      expect((await scene.root('GET', `godbOperationdetailsByOperationId/${id}`)).status).toBe(404)
  })

  it('shows a user limited to some areas the entries of those areas and the user’s own', async () => {
    const contact = { alarm_name: 'Zhang', alarm_phone: '13812345678' }
    const place = { project_id: scene.projects.a, district_id: scene.areas.a }
    expect(await scene.root('POST', 'godbAlarminfo', { ...contact, ...place })).toMatchObject({ code: 0 })
    const local = await server.signIn('localA')
    expect(await local('PUT', `godbGateway/${scene.gateways.a}`, { name: 'Mine now' })).toMatchObject({ code: 0 })

    const mine = (await list('page_size=1000', local)).list
    const names = mine.map(({ explained }) => explained)
    expect(names).toEqual(expect.arrayContaining(['Area A below', 'Device A below', 'Mine now']))
    const foreign = mine.filter((row) => row.district_id !== scene.areas.below && row.username !== 'localA')
    expect(foreign).toEqual([])
    // A user who manages the whole project sees all of its entries, including records without an area.
    const all = (await list('page_size=1000', reader)).list
    const hidden = all.find(({ explained }) => explained === 'Zhang')
    expect(hidden).toMatchObject({ district_id: scene.areas.a })
    expect(all.find(({ explained }) => explained === 'Gateway A')).toMatchObject({ district_id: null })
    const details = (id?: number) => local('GET', `godbOperationdetailsByOperationId/${id}`)
    expect(await details(hidden?.id)).toMatchObject({ status: 404 })
    expect(await details(mine[0]?.id)).toMatchObject({ status: 200 })
  })

  it('masks secrets in URLs, also in entries written by an older version', async () => {
    const body = {
      video_name: 'Gate',
      project_id: scene.projects.a,
      district_id: scene.areas.a,
      video_type: 0,
      video_url: 'https://viewer:hunter22@cam.example/1.m3u8?key=opensesame&area=1',
    }
    const made = await scene.root<{ id: number }>('POST', 'godbVideoshow', body)
    expect(made.code).toBe(0)
    const { storage } = server.platform
    const stored = await storage.read
      .selectFrom('operationdetail')
      .select('new_value')
      .where('field_name', '=', 'video_url')
      .execute()
    expect(stored).toEqual([{ new_value: 'https://viewer:******@cam.example/1.m3u8?key=******&area=1' }])
    const entry = (await list('page_size=1000')).list.find((row) => row.operation_table === 'videoshow')
    await storage.write((trx) =>
      trx
        .insertInto('operationdetail')
        .values({
          operation_id: entry?.id ?? 0,
          field_name: 'video_url',
          field_comment: 'x',
          new_value: null,
          old_value: body.video_url,
        })
        .execute(),
    )
    expect(
      JSON.stringify((await scene.root('GET', `godbOperationdetailsByOperationId/${entry?.id}`)).data),
    ).not.toMatch(/hunter22|opensesame/)
  })

  it('is append-only: the database rejects updates and deletions, and no route changes entries', async () => {
    const { storage } = server.platform
    for (const statement of [
      'update operationlog set user_id = 1',
      'delete from operationlog',
      `update operationdetail set new_value = 'x'`,
      'delete from operationdetail',
    ]) {
      await expect(
        storage.write((trx) => sql.raw(statement).execute(trx)),
        statement,
      ).rejects.toThrow('only grows')
    }
    if (engine === 'postgres')
      await expect(storage.write((trx) => sql`truncate operationlog`.execute(trx))).rejects.toThrow('only grows')
    const changing = server.routes().filter(({ call }) => /operation/i.test(call) && !/^(GET|HEAD) /.test(call))
    expect(changing).toEqual([])
  })
})

describe.each(engines)('startup on %s', (engine) => {
  it('detects changed triggers of the operation log, restores them and logs an error', async () => {
    const place = await testPlace(engine, 'schema')
    const said: object[] = []
    const log = { ...silentLog, error: (what: object) => void said.push(what) }
    const started = async <T>(work: (run: (statement: string) => Promise<unknown>) => Promise<T>): Promise<T> => {
      const storage = await openStorage(place.settings, log)
      try {
        return await work((statement) => storage.write((trx) => sql.raw(statement).execute(trx)))
      } finally {
        await storage.close()
      }
    }
    const ways = {
      sqlite: [
        'drop trigger operationlog_no_update',
        'drop trigger operationdetail_no_delete',
        'create trigger operationdetail_no_delete before delete on operationdetail begin select 1; end',
      ],
      postgres: [
        'drop trigger operationlog_only_grows on operationlog',
        'alter table operationdetail disable trigger operationdetail_only_grows',
        'create or replace function operationlog_only_grows() returns trigger language plpgsql as $$ begin return null; end $$',
      ],
    }[engine]
    const names = {
      sqlite: ['operationlog_no_update', 'operationdetail_no_delete'],
      postgres: ['operationlog_only_grows', 'operationlog_only_grows', 'operationdetail_only_grows'],
    }[engine]
    await started(async (run) => {
      expect(said).toEqual([])
      for (const statement of ways) await run(statement)
    })
    await started(async (run) => {
      expect(said).toEqual([{ triggers: names }])
      await run(
        `insert into operationlog (operation_date, operation_table, operation_name, operation_type) values (1, 'x', 'x', 'edit')`,
      )
      await run(`insert into operationdetail (operation_id, field_name, field_comment) values (1, 'x', 'x')`)
      for (const change of [
        'update operationlog set user_id = 1',
        'delete from operationlog',
        'update operationdetail set new_value = null',
        'delete from operationdetail',
      ])
        await expect(run(change), change).rejects.toThrow('only grows')
    })
    await place.remove()
  })
})
