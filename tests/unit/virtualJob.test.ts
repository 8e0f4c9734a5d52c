import { afterEach, expect, it, vi } from 'vitest'
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

const push = vi.fn<(items: readonly object[]) => Promise<ItemResult[]>>()
const stored = async (items: readonly object[]): Promise<ItemResult[]> =>
  items.map(() => ({ sn: 'v', accepted: 1, rejected: [] }))
const openJob = () => {
  const node = (id: number) => ({ id, nodeaddr: id, min_value: 0, max_value: 10, registertype: 3, last: null })
  const nodes = new Map(Array.from({ length: COUNT }, (_, id) => [id, node(id)]))
  const services = {
    registry: {
      device: () => ({ id: 1, sn: 'v', control_state: 0, acquisition_cycle: 60, over_time: 0, nodes }),
      nodeOf: (_device: object, key: string) => nodes.get(Number(key)),
    },
    ingest: { push },
    settings: { timeZone: 'Asia/Shanghai' },
  } as unknown as Platform
  return virtualJob(services)
}
const sizes = () => push.mock.calls.map(([items]) => items.length)
afterEach(() => {
  push.mockReset()
  vi.restoreAllMocks()
})

it('virtual job splits its values over several calls of the maximum size', async () => {
  push.mockImplementation(stored)
  await openJob().run(new AbortController().signal)
  expect(sizes()).toEqual([MAX_ITEMS, 1])
})

it('virtual job resends only the values that could not be stored, within the same moment', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  push
    .mockImplementationOnce(stored)
    .mockRejectedValueOnce(new Error('the database is away'))
    .mockImplementation(stored)
  const job = openJob()
  await expect(job.run(new AbortController().signal)).rejects.toThrow('away')
  for (let time = 0; time < 2; time++) await job.run(new AbortController().signal)
  expect(sizes()).toEqual([MAX_ITEMS, 1, 1])
})
