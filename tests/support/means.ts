import type { Selectable, Updateable } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { rollUp } from '../../server/history/rollup.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'
import { reportContent } from '../../server/north/reports/spans.ts'
import type { ReportInterface, Subject } from '../../server/north/reports/subjects.ts'
import type { Tables } from '../../server/storage/types.ts'
import { readDevice, type Home } from './storage.ts'
import { ids } from './world.ts'
import { openWorldApp, type WorldApp } from './worldApp.ts'

export const HOUR = 3_600_000
export const MINUTE = 60_000

/** Changes to node types and node maps for a test, by their ids. */
interface Changes {
  nodes?: Readonly<Record<number, Updateable<Tables['node']>>>
  keys?: Readonly<Record<number, string>>
}

interface Total {
  min: number | null
  max: number | null
  avg: number | null
  last: number
}

/** An hour of minute values that cycles through the given values. */
export const turns = (...values: number[]): number[] =>
  Array.from({ length: 60 }, (_, minute) => values[minute % values.length] ?? 0)

/**
 * Opens a platform for the tests of one `describe` about the air station's means, starting with these changes. Each
 * test has hours of its own, from `start` on.
 */
export function openMeans(home: Home, begin: Changes) {
  let world: WorldApp
  let start = Math.floor(Date.now() / HOUR) * HOUR - 200 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(home)
    await world.platform.schedules.close()
    await change(begin)
  })
  afterAll(() => world.dispose())
  beforeEach(() => {
    start += 10 * HOUR
  })

  async function change({ nodes = {}, keys = {} }: Changes): Promise<void> {
    const { storage, registry } = world.platform
    await storage.write(async (trx) => {
      for (const [id, columns] of Object.entries(nodes))
        await trx.updateTable('node').set(columns).where('id', '=', Number(id)).execute()
      for (const [id, key_msg] of Object.entries(keys))
        await trx.updateTable('nodemap').set({ key_msg }).where('id', '=', Number(id)).execute()
    })
    for (const table of ['node', 'nodemap']) await registry.changed(table, null)
  }

  return {
    get world(): WorldApp {
      return world
    },
    get start(): number {
      return start
    },
    change,
    /** Stores one value a minute. */
    store: (nodemap: number, from: number, values: readonly number[]): Promise<void> =>
      world.platform.storage.storeSamples({
        device_id: values.map(() => ids.air),
        nodemap_id: values.map(() => nodemap),
        ts: values.map((_value, minute) => from + minute * MINUTE),
        value: [...values],
        save: values.map(() => 1),
      }),
    roll: (): Promise<void> => rollUp(world.platform.storage, { before: Date.now() }),
    /** The rollup of a node's first hour. */
    rolled: (node: number): Promise<Selectable<Tables['rollup']>> =>
      readDevice(world.platform.storage, ids.air, (read) =>
        read
          .selectFrom('rollup')
          .selectAll()
          .where('nodemap_id', '=', node)
          .where('hour', '=', start)
          .executeTakeFirstOrThrow(),
      ),
    /** Totals that the history returns for a span, by node. */
    async totals(from = start, to = start + HOUR - 1): Promise<Record<string, Total>> {
      const { data } = await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${from}/${to}`)
      return (data as { newObj: Record<string, Total> }).newObj
    },
    /** Hours of a node, from the first on. */
    async hoursOf(node: number, count = 1) {
      const path = `history/hours/${ids.air}?from=${start}&to=${start + count * HOUR}&nodes=${node}`
      const { data } = await world.call('manager', 'GET', path)
      return (data as { nodes: { direction?: number; hours: (number | null)[][] }[] }).nodes[0]
    },
    /** What an HJ 212 interface sends upward for the first hour, with nodes given by factor. */
    async upward(factors: Readonly<Record<string, number>>) {
      const device = world.platform.registry.device(ids.air)
      const nodes = new Map(Object.entries(factors).map(([factor, node]) => [factor, device?.nodes.get(node)]))
      if (!device || [...nodes.values()].includes(undefined)) throw new Error('no such node')
      return reportContent(world.platform, {
        subject: { id: 1, mn: 'X', devices: [{ device, nodes }] } as unknown as Subject,
        cn: '2061',
        start,
        reports: { minutesMs: null } as ReportInterface,
        clock: clockOf('Asia/Shanghai'),
      })
    },
  }
}
