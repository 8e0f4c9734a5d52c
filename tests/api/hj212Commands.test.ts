import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { upTo } from '../support/slowness.ts'
import { openStationWorld, PW, type StationWorld } from '../support/stations.ts'
import { engines } from '../support/storage.ts'
import { waitFor } from '../support/waitFor.ts'
import { ids } from '../support/world.ts'

const now = (): number => Math.floor(Date.now() / 1000) * 1000

interface Command {
  id: number
  cn: number
  outcome: string | null
  params: Record<string, string>
  answer: { qnRtn: string; exeRtn: string; values: [string, string][] } | null
  asked_by: string
}

describe.each(engines)('HJ 212 station commands on %s', (engine) => {
  let world: StationWorld
  beforeAll(async () => {
    world = await openStationWorld(engine)
  })
  afterAll(() => world.dispose())
  const get = async <T>(path: string) => {
    const answer = await world.call('super', 'GET', path)
    return { ...answer, data: answer.data as T }
  }
  const send = async (
    cn: string,
    params: object = {},
    user: 'super' | 'manager' | 'watcher' | 'stranger' = 'manager',
  ) => world.call(user, 'POST', `hj212/${ids.air}/commands`, { cn, params })
  const ended = (id: number): Promise<Command> =>
    vi.waitFor(
      async () => {
        const { data } = await get<Command[]>(`hj212/${ids.air}/commands`)
        const command = data.find((one) => one.id === id)
        expect(command?.outcome).not.toBeNull()
        return command as Command
      },
      { timeout: upTo(8000) },
    )

  it('are refused without permission, with invalid parameters or without a connected station', async () => {
    expect((await send('1011', {}, 'watcher')).status).toBe(403)
    expect((await send('1011', {}, 'stranger')).status).toBe(404)
    expect((await send('1011')).status).toBe(engine === 'sqlite' ? 409 : 200)
    for (const [cn, params] of [
      ['9999', {}],
      ['1062', {}],
      ['1062', { RtdInterval: 'x' }],
      ['1062', { RtdInterval: 99_999 }],
      ['1072', { NewPW: 'a;b' }],
      ['2061', { BeginTime: '1' }],
    ] as const)
      expect((await send(cn, params)).status, cn).toBe(400)
  })

  it('reach the station, and their answers are returned and logged', async () => {
    const station = await world.station()
    await station.report('2011', world.realTime(now(), 1))
    const time = await ended(((await send('1011')).data as { id: number }).id)
    expect(time).toMatchObject({
      cn: 1011,
      outcome: 'done',
      answer: { qnRtn: '1', exeRtn: '1', values: [['SystemTime', expect.stringMatching(/^\d{14}$/)]] },
      asked_by: 'manager',
    })
    await ended(((await send('1062', { RtdInterval: 60 })).data as { id: number }).id)
    const interval = await ended(((await send('1061')).data as { id: number }).id)
    expect(interval.answer?.values).toEqual([['RtdInterval', '60']])
    expect((await ended(((await send('2012')).data as { id: number }).id)).outcome).toBe('done')
    const log = await world.platform.storage.read
      .selectFrom('operationlog')
      .innerJoin('operationdetail', 'operation_id', 'operationlog.id')
      .select(['operation_type', 'field_name', 'new_value'])
      .where('field_name', '=', 'hj212 1062')
      .orderBy('operationlog.id')
      .execute()
    expect(log).toEqual([
      { operation_type: 'command', field_name: 'hj212 1062', new_value: 'RtdInterval=60' },
      { operation_type: 'confirmed', field_name: 'hj212 1062', new_value: 'done' },
    ])
    station.close()
  })

  it('return refused or failed as the station answers', async () => {
    const answers = [
      { qnRtn: '2', exeRtn: '' },
      { qnRtn: '1', exeRtn: '2' },
    ]
    const station = await world.station({ obeys: () => answers.shift() ?? null })
    await station.report('2011', world.realTime(now(), 1))
    expect(await ended(((await send('1011')).data as { id: number }).id)).toMatchObject({
      outcome: 'refused',
      answer: { qnRtn: '2' },
    })
    expect(await ended(((await send('1011')).data as { id: number }).id)).toMatchObject({
      outcome: 'failed',
      answer: { exeRtn: '2' },
    })
    station.close()
  })

  it('change the password on both sides without exposing it', async () => {
    const station = await world.station()
    await station.report('2011', world.realTime(now(), 1))
    const command = await ended(((await send('1072', { NewPW: '654321' })).data as { id: number }).id)
    expect(command).toMatchObject({ outcome: 'done', params: { NewPW: '******' } })
    await station.ended()
    await waitFor(async () => {
      const again = await world.station({ pw: '654321' })
      expect(await again.report('2011', world.realTime(now(), 2), { timeout: 500 })).toBe(true)
      again.close()
    })
    expect(
      JSON.stringify(await world.platform.storage.read.selectFrom('hj212command').selectAll().execute()),
    ).not.toContain('654321')
    expect(
      JSON.stringify(await world.platform.storage.read.selectFrom('operationdetail').selectAll().execute()),
    ).not.toContain('654321')
    await world.call('super', 'PUT', `godbDevice/${ids.air}/hj212`, { pw: PW })
    await world.hub.reload()
  })
})
