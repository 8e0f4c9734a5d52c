import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const RESULTS = JSON.stringify([
  { id: 'r1', label: ['已校准', '', 'Calibrated'], false: 0 },
  { id: 'r2', label: ['虫子', '', ''], false: 1 },
])

interface Answer {
  result: string | null
  result_name: string | null
  work: string
}

describe.each(engines)('alarm results of a project on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
    await world.platform.storage.write((trx) =>
      trx
        .updateTable('systemuser')
        .set({ menu_control: '["2-1","2-3","4-1"]' })
        .where('id', 'in', [users.manager, users.stranger])
        .execute(),
    )
    for (const id of [users.manager, users.stranger]) world.platform.sessions.forget(id)
    await world.platform.storage.write((trx) =>
      trx.updateTable('project').set({ alarm_results: RESULTS }).where('id', '=', 1).execute(),
    )
  })
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  const addEpisode = async (project_id = 1): Promise<number> => {
    const { id } = await storage().write((trx) =>
      trx
        .insertInto('thresholdlog')
        .values({
          alarm_time: Date.now(),
          threshold_id: 1,
          threshold_name: '超标',
          device_id: ids.air,
          device_name: '站',
          district_id: 2,
          nodemap_id: ids.pm,
          nodemap_name: 'PM2.5',
          real_value: 150,
          alarm_value: 'PM2.5 > 100',
          alarm_msg: 'high',
          project_id,
          is_alarm: 1,
          alarm_state: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }
  const act = (id: number, name: string, body: object = {}) =>
    world.call('manager', 'POST', `episodes/${id}/${name}`, body) as Promise<{ status: number; data: Answer }>
  const handling = async (id: number) =>
    (await storage().read.selectFrom('thresholdlog').select('alarm_state').where('id', '=', id).executeTakeFirst())
      ?.alarm_state

  it('are listed in the caller’s language, and answer 404 to users of other projects', async () => {
    const { data } = await world.call('manager', 'GET', 'alarmResults')
    expect(data).toEqual([
      { id: 'r1', name: 'Calibrated', false: 0 },
      { id: 'r2', name: '虫子', false: 1 },
    ])
    expect((await world.call('super', 'GET', 'alarmResults?pro_id=1')).data).toHaveLength(2)
    expect((await world.call('stranger', 'GET', 'alarmResults?pro_id=1')).status).toBe(404)
    expect((await world.call(null, 'GET', 'alarmResults')).status).toBe(401)
  })

  it('close episodes, and set the record’s alarm_state to false alarm or handled accordingly', async () => {
    const [first, second] = [await addEpisode(), await addEpisode()]
    expect((await act(first, 'close', { result: 'r1' })).data).toMatchObject({
      work: 'closed',
      result: 'r1',
      result_name: 'Calibrated',
    })
    expect(await handling(first)).toBe(2)
    expect((await act(second, 'close', { result: 'r2' })).data).toMatchObject({ result: 'r2', result_name: '虫子' })
    expect(await handling(second)).toBe(1)
    // Undo restores the episode together with the result it counts under.
    await act(second, 'reopen')
    expect(await handling(second)).toBe(0)
    expect((await act(second, 'undo')).data).toMatchObject({ work: 'closed', result: 'r2' })
    expect(await handling(second)).toBe(1)
    const one = (await world.call('manager', 'GET', `episodes/${first}`)).data as Answer
    expect(one.result_name).toBe('Calibrated')
  })

  it('are refused when the episode’s project does not define them', async () => {
    const id = await addEpisode()
    expect(await act(id, 'close', { result: 'r3' })).toMatchObject({
      status: 400,
      data: { fields: { result: expect.anything() } },
    })
    const foreign = await addEpisode(2)
    const refused = await world.call('super', 'POST', `episodes/${foreign}/close`, { result: 'r1' })
    expect(refused.status).toBe(400)
    expect(await handling(id)).toBe(0)
  })

  it('are included in the exported workbook', async () => {
    const id = await addEpisode()
    await act(id, 'close', { result: 'r1' })
    const response = await world.app.inject({
      method: 'GET',
      url: '/v1/godbThresholdlogByTimeOrIdToExcel?districtid=1',
      headers: { authorization: `Bearer ${world.tokens.manager}`, 'accept-language': 'en' },
    })
    const sheet = strFromU8(unzipSync(response.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('Calibrated')
  })

  it('leave closed episodes unchanged when they are removed from the list', async () => {
    const id = await addEpisode()
    await act(id, 'close', { result: 'r2' })
    await storage().write((trx) =>
      trx.updateTable('project').set({ alarm_results: null }).where('id', '=', 1).execute(),
    )
    expect((await act(id, 'comment', { note: 'x' })).data).toMatchObject({ result: 'r2', result_name: null })
    expect(await handling(id)).toBe(1)
  })
})
