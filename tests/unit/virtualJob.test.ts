import { expect, it, vi } from 'vitest'
import type { ItemResult, Platform } from '../../server/platform.ts'
import { MAX_ITEMS } from '../../server/telemetry/items.ts'
import { virtualJob } from '../../server/virtual/job.ts'
import type { Shadow } from '../../server/virtual/rules.ts'
import { AI, NODE } from '../../server/virtual/value.ts'

const COUNT = MAX_ITEMS + 1

vi.mock('../../server/virtual/rules.ts', () => ({
  loadShadows: async (): Promise<Shadow[]> => [
    {
      deviceId: 1,
      script: null,
      rules: Array.from({ length: COUNT }, (_, nodeId) => ({
        deviceId: 1,
        nodeId,
        nodeType: NODE.virtual,
        aiType: AI.generated,
        amend: new Set<number>(),
        other: null,
        base: Array.from({ length: 24 }, () => 5),
        spread: [],
      })),
    },
  ],
}))

it('sends more values than one call takes in several', async () => {
  const node = (id: number) => ({ id, nodeaddr: id, min_value: 0, max_value: 10, registertype: 3, last: null })
  const nodes = new Map(Array.from({ length: COUNT }, (_, id) => [id, node(id)]))
  const push = vi.fn<(items: readonly object[]) => Promise<ItemResult[]>>(async (items) =>
    items.map(() => ({ sn: 'v', accepted: 1, rejected: [] })),
  )
  const services = {
    registry: {
      device: () => ({ id: 1, sn: 'v', control_state: 0, acquisition_cycle: 60, over_time: 0, nodes }),
      nodeOf: (_device: object, key: string) => nodes.get(Number(key)),
    },
    ingest: { push },
    settings: { timeZone: 'Asia/Shanghai' },
  } as unknown as Platform
  await virtualJob(services).run(new AbortController().signal)
  expect(push.mock.calls.map(([items]) => items.length)).toEqual([MAX_ITEMS, 1])
})
