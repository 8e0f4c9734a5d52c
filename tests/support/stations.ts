import { startHj212, type Hj212Options } from '../../server/hj212/index.ts'
import type { Hub } from '../../server/hj212/hub.ts'
import type { Group } from '../../server/hj212/protocol/segment.ts'
import { createStation, type SimulatedStation, type StationOptions } from '../../server/hj212/simulator.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'
import { ids } from './world.ts'
import { openWorldApp, type WorldApp } from './worldApp.ts'

export const MN = '010000A8900016F000169DC0'
export const PW = '123456'
const clock = clockOf('Asia/Shanghai')

export interface StationWorld extends WorldApp {
  hub: Hub
  station(options?: Partial<StationOptions>): Promise<SimulatedStation>
  /** Content of a real-time frame: its time and the factors of the world's model. */
  realTime(t: number, pm: number, flag?: string): Group[]
  /** Content of a frame with averages of an hour or a minute. */
  span(t: number, avg: number): Group[]
}

/**
 * The telemetry tests' world with the HJ 212 gateway open; its first device is a station, whose PM2.5 is a34004 and
 * temperature a01001.
 */
export async function openStationWorld(
  engine: 'sqlite' | 'postgres',
  options: Hj212Options = {},
  environment: Record<string, string> = {},
): Promise<StationWorld> {
  const world = await openWorldApp(engine, { HJ212_PORT: '0', ...environment })
  await world.platform.storage.write(async (trx) => {
    await trx.updateTable('nodemap').set({ key_msg: 'a34004' }).where('id', '=', ids.pm).execute()
    await trx.updateTable('nodemap').set({ key_msg: 'a01001' }).where('id', '=', ids.temperature).execute()
  })
  const hub = await startHj212(world.platform, options).catch(async (error: unknown) => {
    await world.dispose()
    throw error
  })
  const set = async (path: string, body: object): Promise<void> => {
    const answer = await world.call('super', 'PUT', path, body)
    if (answer.code !== 0) throw new Error(answer.msg)
  }
  await set(`godbDevice/${ids.air}`, { mn: MN.toLowerCase() })
  await set(`godbDevice/${ids.air}/hj212`, { pw: PW, version: 2017 })
  await hub.reload()
  const open: SimulatedStation[] = []
  return {
    ...world,
    hub,
    async station(more = {}) {
      const station = createStation({ host: '127.0.0.1', port: hub.port, mn: MN, pw: PW, ...more })
      open.push(station)
      await station.connect()
      return station
    },
    realTime: (t, pm, flag = 'N') => [
      [['DataTime', clock.write(t)]],
      [
        ['a34004-Rtd', String(pm)],
        ['a34004-Flag', flag],
      ],
      [
        ['a01001-Rtd', '21.5'],
        ['a01001-Flag', 'N'],
      ],
      [['a05024-Rtd', '80']],
    ],
    span: (t, avg) => [
      [['DataTime', clock.write(t)]],
      [
        ['a34004-Min', String(avg - 1)],
        ['a34004-Avg', String(avg)],
        ['a34004-Max', String(avg + 1)],
        ['a34004-Flag', 'N'],
      ],
    ],
    async dispose() {
      for (const station of open) station.close()
      await hub.close()
      await world.dispose()
    },
  }
}
