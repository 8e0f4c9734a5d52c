import { describe, expect, it } from 'vitest'
import { createEngine } from '../../server/alarms/engine.ts'
import { traceAnswer } from '../../server/alarms/trace/trace.ts'
import { createRegistry } from '../../server/live/registry.ts'
import { silentLog } from '../../server/log.ts'
import type { Platform } from '../../server/platform.ts'
import { enginesOn, MINUTE, SN } from '../support/alarmEngine.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

describe.each(engines)('values judged by rules on %s', (engine) => {
  const openEngine = enginesOn(engine)
  /** Opens an engine over a node whose raw values from 10 to 300 are trusted. */
  async function openTested(more: object = {}) {
    const opened = await openEngine(undefined, more)
    const { storage, registry } = opened.world
    const tests = { qc_fail_low: 10, qc_fail_high: 300 }
    await storage.write((trx) => trx.updateTable('node').set(tests).where('id', '=', 1).execute())
    await registry.changed('node', 1)
    return opened
  }

  it('are calibrated and without doubtful ones after a restart, a device takeover and a change of leader', async () => {
    const { world, own, journal, rule, create, begin } = await openTested({
      conditions: '{"calc":"mean","minutes":10}',
    })
    const { storage, registry, ingest } = world
    try {
      const now = Date.now()
      const at = (minute: number): number => now - minute * MINUTE
      const calibration = {
        name: 'spring',
        device_id: ids.air,
        nodemap_id: ids.pm,
        project_id: 1,
        calibrated_at: at(7),
        zero: 10,
        factor: 0.5,
        created_at: 0,
        updated_at: 0,
      }
      await storage.write((trx) => trx.insertInto('calibration').values(calibration).execute())
      await registry.changed('calibration', null)
      const push = (minute: number, value: number) =>
        ingest.push([{ sn: SN.air, t: at(minute), values: { 1: value } }], { kind: 'trusted' })
      for (const minute of [12, 10, 8]) await push(minute, 40)
      for (const minute of [7, 5]) await push(minute, 150)
      await push(4, 400)
      await push(3, 150)
      // Values in the inbox are judged from there; other values come from the history alone.
      await storage.write((trx) => trx.deleteFrom('alarminbox').execute())
      await push(2, 150)

      const judged = [12, 10, 8, 7, 5, 3, 2].map((minute) => ({
        node: ids.pm,
        ts: at(minute),
        value: minute > 7 ? 40 : 70,
      }))
      const heldBy = (one: typeof own) => one.watch(rule, ids.air)?.signals?.samples()
      expect(heldBy(own)).toEqual(judged)
      expect(heldBy(await create())).toEqual(judged)
      const taking = await create(false)
      await taking.takeDevices(new Set([ids.air]))
      expect(heldBy(taking)).toEqual(judged)
      const leading = await create()
      await begin(leading)
      await journal.settled()
      expect(heldBy(leading)).toEqual(judged)
    } finally {
      await world.dispose()
    }
  })

  it('exclude doubtful ones when a rule changes', async () => {
    const { world, journal, begin, push, setRule, records } = await openTested()
    const told = async () => {
      await journal.settled()
      return records()
    }
    try {
      await begin()
      await push(400)
      await setRule({ params_x: 90 })
      expect(await told()).toEqual([])
      await push(150)
      expect(await told()).toEqual([{ real_value: 150, is_alarm: 1 }])
      await push(5)
      await setRule({ params_x: 80 })
      expect(await told()).toEqual([{ real_value: 150, is_alarm: 1 }])
      await push(20)
      expect(await told()).toEqual([{ real_value: 150, is_alarm: 0 }])
    } finally {
      await world.dispose()
    }
  })

  it('still lead to a silence alarm after a change of leader when the last one was doubtful', async () => {
    const { world, journal, lead, create, begin, push, states } = await openTested({ no_data: 30 })
    try {
      await begin()
      await push(20)
      await push(400)
      await journal.settled()
      lead.leads = false
      const other = await create()
      await begin(other)
      other.tick(Date.now() + 120 * MINUTE)
      await journal.settled()
      expect(await states()).toEqual([{ state: 2 }])
    } finally {
      await world.dispose()
    }
  })

  it('do not end an alarm when doubtful ones of another process are read again', async () => {
    const { world, own, rule, begin, push, sample } = await openTested()
    try {
      await begin()
      await push(150)
      await push(5)
      await own.takeAgain([sample(5, sample(5).node.last?.ts)], () => true)
      expect(own.watch(rule, ids.air)?.state).toBe(2)
      await own.takeAgain([sample(20)], () => true)
      expect(own.watch(rule, ids.air)?.state).toBe(0)
    } finally {
      await world.dispose()
    }
  })

  it('raise no alarm when read again while their process takes the lead', async () => {
    const { world, own, journal, lead, rule, begin, sample, records } = await openTested()
    try {
      const begun = begin()
      await Promise.all([begun, own.takeAgain([sample(150)], () => lead.leads)])
      await journal.settled()
      expect([own.watch(rule, ids.air)?.state, await records()]).toEqual([0, []])
    } finally {
      await world.dispose()
    }
  })

  it('exclude doubtful ones from the mean when a process without the lead reads them again', async () => {
    const { world, own, rule, push, sample } = await openTested({ conditions: '{"calc":"mean","minutes":10}' })
    const held = () =>
      own
        .watch(rule, ids.air)
        ?.signals?.samples()
        .map(({ value }) => value)
    try {
      await push(60)
      await push(400)
      const { node } = sample(400)
      const ts = node.last?.ts ?? 0
      // The live state must not affect values that are read again from the database.
      node.last = { value: 400, ts }
      await own.takeAgain([sample(400, ts)], () => false)
      expect(held()).toEqual([60])
      expect(node.last).toMatchObject({ doubted: true })
      await own.takeAgain([sample(90, ts + 1)], () => false)
      expect(held()).toEqual([60, 90])
    } finally {
      await world.dispose()
    }
  })

  describe('doubtful values after a restart', () => {
    /** Opens an engine that knows of the world only what is stored. */
    async function startAgain({ world: { storage }, journal }: Awaited<ReturnType<typeof openTested>>) {
      await journal.settled()
      const registry = await createRegistry(storage, silentLog)
      const engine = await createEngine({ storage, registry, journal, log: silentLog })
      await journal.settled()
      return { ...engine, registry }
    }

    /** The answer to the question why the rule is in alarm, or why not. */
    async function why(
      { world: { storage }, rule }: Awaited<ReturnType<typeof openTested>>,
      { registry, watch }: Awaited<ReturnType<typeof startAgain>>,
    ) {
      const row = await storage.read
        .selectFrom('threshold')
        .selectAll()
        .where('id', '=', rule)
        .executeTakeFirstOrThrow()
      const device = registry.device(ids.air)
      if (!device) throw new Error('the world has no such device')
      const platform = {
        storage,
        registry,
        alarms: { standing: (of: number, at: number) => watch(of, at) ?? null },
        settings: { timeZone: 'Asia/Shanghai' },
        maintenance: { holds: () => false },
      } as unknown as Platform
      const asked = { row, device, at: null, language: 'zhEN', seesMessages: false, sees: () => true } as const
      return traceAnswer(platform, asked, new AbortController().signal)
    }

    it('are not judged, and are given as the reason in the alarm trace', async () => {
      const opened = await openTested()
      try {
        await opened.begin()
        await opened.push(400)
        expect(await why(opened, await startAgain(opened))).toMatchObject({
          source: 'engine',
          verdict: 'no_data',
          value: null,
          value_at: null,
          conditions: [{ value: null, broken: null }],
          suppressed: [{ reason: 'doubted', value: 400 }],
        })
      } finally {
        await opened.world.dispose()
      }
    })

    it('do not end an alarm', async () => {
      const opened = await openTested()
      try {
        await opened.begin()
        await opened.push(150)
        await opened.push(5)
        const again = await startAgain(opened)
        expect(again.watch(opened.rule, ids.air)?.state).toBe(2)
        expect(await why(opened, again)).toMatchObject({
          verdict: 'alarm',
          value: null,
          limits: [{ reached: 1, broken: null }],
          suppressed: [{ reason: 'doubted', value: 5 }],
        })
      } finally {
        await opened.world.dispose()
      }
    })

    it('raise no alarm when a rule is changed afterwards', async () => {
      const opened = await openTested()
      const { world, rule } = opened
      try {
        await opened.begin()
        await opened.push(400)
        const again = await startAgain(opened)
        await world.storage.write((trx) =>
          trx.updateTable('threshold').set({ params_x: 90 }).where('id', '=', rule).execute(),
        )
        await again.changed('threshold', rule)
        expect(again.watch(rule, ids.air)).toMatchObject({ state: 0, rule: { x: 90 } })
      } finally {
        await world.dispose()
      }
    })

    it('are excluded from the mean, also after a device takeover', async () => {
      const opened = await openTested({ conditions: '{"calc":"mean","minutes":10}' })
      const valuesOf = (one: Awaited<ReturnType<typeof startAgain>>) =>
        one
          .watch(opened.rule, ids.air)
          ?.signals?.samples()
          .map(({ value }) => value)
      try {
        await opened.push(60)
        await opened.push(400)
        const again = await startAgain(opened)
        expect(valuesOf(again)).toEqual([60])
        expect(await why(opened, again)).toMatchObject({
          value_at: again.watch(opened.rule, ids.air)?.signals?.newest(ids.pm),
          suppressed: [{ reason: 'doubted' }],
        })
        await again.takeDevices(new Set([ids.air]))
        expect(valuesOf(again)).toEqual([60])
      } finally {
        await opened.world.dispose()
      }
    })
  })
})
