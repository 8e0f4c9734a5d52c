import { describe, expect, it } from 'vitest'
import { LeaseLost } from '../../server/storage/types.ts'
import { enginesOn, MINUTE, SN } from '../support/alarmEngine.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

const trusted = { kind: 'trusted' } as const

describe.each(engines)('takeover of the lead on %s', (engine) => {
  const openEngine = enginesOn(engine)
  // A sample may arrive at any moment of the adoption, also while the previous leader's data is being read.
  it.each(['before', 'during', 'after'] as const)('writes one record for an alarm that fires %s it', async (when) => {
    const { world, own, journal, begin, push, records, sample, states } = await openEngine()
    try {
      if (when === 'before') await push(150)
      const adopting = begin()
      // Not awaited: the stored data is still being read.
      if (when === 'during') own.received([sample(150)])
      await adopting
      if (when === 'after') await push(150)
      await journal.settled()
      expect(await records()).toEqual([{ real_value: 150, is_alarm: 1 }])
      expect(await states()).toEqual([{ state: 2 }])
    } finally {
      await world.dispose()
    }
  })

  it('raises no alarm for a sample processed while its device is being stopped', async () => {
    const { world, own, journal, begin, records, sample } = await openEngine()
    const { storage, registry } = world
    try {
      await begin()
      await storage.write((trx) =>
        trx.updateTable('device').set({ control_state: 1 }).where('id', '=', ids.air).execute(),
      )
      await registry.changed('device', ids.air)
      own.received([sample(150)])
      await journal.settled()
      expect(await records()).toEqual([])
    } finally {
      await world.dispose()
    }
  })

  // A leader that was stopped wakes up and processes all it missed before it notices that another process leads.
  it('drops entries queued while a write is refused because of a lost lease', async () => {
    let refuse = (): void => {}
    const refused = new Promise<never>((_, reject) => (refuse = () => reject(new LeaseLost('leader'))))
    let [isLost, hasBegun] = [true, false]
    const { world, journal, lead, begin, push, records } = await openEngine(async () => {
      hasBegun = true
      if (isLost) await refused
    })
    try {
      await begin()
      await push(150)
      await expect.poll(() => hasBegun).toBe(true)
      await push(50)
      await push(160)
      refuse()
      await journal.settled()
      lead.leads = false
      isLost = false
      expect(await records()).toEqual([])
      await begin()
      await journal.settled()
      expect(await records()).toEqual([{ real_value: 160, is_alarm: 1 }])
    } finally {
      await world.dispose()
    }
  })

  it('continues the alarm of a rule that another process added, without a second record', async () => {
    const { world, journal, lead, create, addRule, begin, records, sample } = await openEngine()
    try {
      await addRule()
      const other = await create()
      await begin(other)
      other.received([sample(150)])
      await journal.settled()
      lead.leads = false
      await begin()
      await journal.settled()
      expect(await records()).toEqual([
        { real_value: 150, is_alarm: 1 },
        { real_value: 150, is_alarm: 1 },
      ])
    } finally {
      await world.dispose()
    }
  })

  it.each<[string, number, boolean]>([
    ['continues an alarm on an index', 1, true],
    ['ends an alarm on an index that the new air scheme of its project lacks', 3, false],
  ])('%s', async (_name, air_scheme, lasts) => {
    const { world, journal, lead, create, begin, push, records, states, rule } = await openEngine()
    const { storage, registry } = world
    try {
      await begin()
      await push(150)
      await journal.settled()
      lead.leads = false
      await storage.write(async (trx) => {
        await trx.updateTable('node').set({ pollutant: 1 }).where('id', '=', 1).execute()
        await trx.updateTable('threshold').set({ conditions: '{"calc":"index"}' }).where('id', '=', rule).execute()
        await trx.updateTable('project').set({ air_scheme }).where('id', '=', 1).execute()
      })
      await registry.changed('node', null)
      await registry.changed('project', 1)
      const other = await create()
      await begin(other)
      await journal.settled()
      expect(other.watch(rule, ids.air)?.state).toBe(lasts ? 2 : 0)
      expect(await records()).toEqual([{ real_value: 150, is_alarm: lasts ? 1 : 0 }])
      expect(await states()).toEqual(lasts ? [{ state: 2 }] : [])
    } finally {
      await world.dispose()
    }
  })

  // The newer values arrived meanwhile and left the rule at rest: only the engine's place (its last time) records them.
  it('judges inbox samples even if newer samples were received at rest', async () => {
    const { world, own, journal, begin, leave, records, rule, sample } = await openEngine()
    const start = Date.now() - MINUTE
    try {
      for (const second of [1, 2, 4]) own.received([sample(50 + second, start + second * 1000)])
      expect(own.watch(rule, ids.air)).toMatchObject({ ts: start + 4000, value: 54 })
      own.received([sample(55, start + 5000)])
      own.received([sample(56, start + 6000)])
      await leave(150, start + 3000)
      await begin()
      await journal.settled()
      expect(await records()).toEqual([{ real_value: 150, is_alarm: 1 }])
    } finally {
      await world.dispose()
    }
  })

  it('does not extend a device’s silence timeout on repeated takeovers', async () => {
    const { world, own, journal, begin, records } = await openEngine(undefined, { no_data: 10 })
    try {
      const now = Date.now()
      await world.ingest.push([{ sn: SN.air, t: now - 9 * MINUTE, values: { 1: 50 } }], trusted)
      // Another device sends a value: so it is not the platform that misses samples.
      await world.ingest.push([{ sn: SN.level, t: now, values: { 1: 50 } }], trusted)
      for (let i = 0; i < 3; i++) await begin()
      own.tick(now + MINUTE / 2)
      await journal.settled()
      expect(await records()).toEqual([])
      own.tick(now + 2 * MINUTE)
      await journal.settled()
      expect(await records()).toMatchObject([{ is_alarm: 1 }])
    } finally {
      await world.dispose()
    }
  })

  it('judges samples queued behind one that cannot be judged', async () => {
    const { world, own, journal, begin, records, sample } = await openEngine()
    try {
      const adopting = begin()
      const broken = {
        ...sample(0),
        get value(): number {
          throw new Error('no value')
        },
      }
      own.received([broken])
      own.received([sample(150)])
      await adopting
      await journal.settled()
      expect(await records()).toEqual([{ real_value: 150, is_alarm: 1 }])
    } finally {
      await world.dispose()
    }
  })
})

describe.each(engines)('takeover of unknown devices on %s', (engine) => {
  const openEngine = enginesOn(engine)
  /** Opens a leader and a second process that has no devices yet. */
  async function openDeaf() {
    const opened = await openEngine()
    const { lead, begin, journal, create, rule, sample } = opened
    await begin()
    const deaf = await create(false)
    return {
      ...opened,
      /** Pushes a value and lets the leader judge it. */
      async judged(value: number): Promise<void> {
        lead.leads = true
        await opened.push(value)
        await journal.settled()
        lead.leads = false
      },
      deaf,
      take: () => deaf.takeDevices(new Set([ids.air])),
      state: () => deaf.watch(rule, ids.air)?.state,
      isKept: (value: number): boolean => deaf.inboxOf([sample(value)]) !== null,
    }
  }

  it('restores the leader’s alarm state, and keeps samples that would change it for the inbox', async () => {
    const { world, judged, take, state, isKept, records } = await openDeaf()
    try {
      await judged(150)
      // This value would end the alarm if it were known.
      expect(isKept(90)).toBe(false)
      await take()
      expect([state(), isKept(90), isKept(160)]).toEqual([2, true, false])
      await judged(90)
      // The devices belonged to another process meanwhile, and come back.
      expect([state(), isKept(160)]).toEqual([2, false])
      await take()
      expect([state(), isKept(90), isKept(160)]).toEqual([0, false, true])
      expect(await records()).toEqual([{ real_value: 150, is_alarm: 0 }])
    } finally {
      await world.dispose()
    }
  })

  it('applies unjudged inbox samples to the state, and leaves the inbox unchanged', async () => {
    const { world, lead, push, leave, take, state, isKept, journal, records } = await openDeaf()
    const { storage, registry } = world
    try {
      lead.leads = false
      await push(150)
      const ts = registry.device(ids.air)?.nodes.get(ids.pm)?.last?.ts ?? 0
      await leave(150, ts)
      await take()
      expect([state(), isKept(90)]).toEqual([2, true])
      await journal.settled()
      expect(await records()).toEqual([])
      expect(await storage.read.selectFrom('alarminbox').select('id').execute()).toEqual([{ id: 'a' }])
    } finally {
      await world.dispose()
    }
  })

  it('applies an older inbox sample also after newer samples at rest', async () => {
    const { world, deaf, leave, take, state, sample } = await openDeaf()
    const start = Date.now() - MINUTE
    try {
      for (const second of [1, 2, 4]) deaf.received([sample(50, start + second * 1000)])
      await leave(150, start + 3000)
      await take()
      expect(state()).toBe(2)
    } finally {
      await world.dispose()
    }
  })
})

describe.each(engines)('changing a rule during an alarm on %s', (engine) => {
  const openEngine = enginesOn(engine)
  it('starts a new record when the rule is disabled and enabled before the first one’s end is written', async () => {
    let gate = Promise.resolve()
    const { world, journal, begin, push, setRule, records, states } = await openEngine(() => gate)
    try {
      await begin()
      await push(150)
      await journal.settled()
      let open = (): void => {}
      gate = new Promise((resolve) => (open = resolve))
      await setRule({ enable: 0 })
      const on = setRule({ enable: 1 })
      // Enough time to read state that is already stale.
      setTimeout(open, 50)
      await on
      await journal.settled()
      expect(await records()).toEqual([
        { real_value: 150, is_alarm: 0 },
        { real_value: 150, is_alarm: 1 },
      ])
      expect(await states()).toEqual([{ state: 2 }])
    } finally {
      await world.dispose()
    }
  })

  it('raises no silence alarm after the rule is disabled, and keeps the peak value', async () => {
    const { world, own, journal, begin, push, setRule, records } = await openEngine(undefined, { no_data: 10 })
    try {
      await begin()
      await push(150)
      await push(300)
      await setRule({ enable: 0 })
      own.tick(Date.now() + 20 * MINUTE)
      await journal.settled()
      expect(await records()).toEqual([{ real_value: 150, is_alarm: 0 }])
      const { read } = world.storage
      expect(await read.selectFrom('thresholdlog').select('peak').execute()).toEqual([{ peak: 300 }])
    } finally {
      await world.dispose()
    }
  })

  it('continues with the worst value that the previous leader wrote', async () => {
    const { world, own, journal, lead, create, begin, sample } = await openEngine()
    const start = Date.now() - MINUTE
    const peaks = async () => {
      await journal.settled()
      return world.storage.read.selectFrom('thresholdlog').select(['real_value', 'peak', 'peak_at']).execute()
    }
    try {
      await begin()
      for (const [second, value] of [150, 300, 200].entries()) own.received([sample(value, start + second * 1000)])
      own.tick(Date.now())
      const worst = { real_value: 150, peak: 300, peak_at: start + 1000 }
      expect(await peaks()).toEqual([worst])
      lead.leads = false
      const other = await create()
      await begin(other)
      other.received([sample(250, start + 3000)])
      other.flush()
      expect(await peaks()).toEqual([worst])
      other.received([sample(400, start + 4000)])
      other.flush()
      expect(await peaks()).toEqual([{ real_value: 150, peak: 400, peak_at: start + 4000 }])
    } finally {
      await world.dispose()
    }
  })

  it('keeps the state of the new alarm when the rule moves to another node', async () => {
    const { world, journal, begin, setRule, records, states } = await openEngine(undefined, { limit_scale: 0 })
    try {
      await begin()
      await world.ingest.push([{ sn: SN.air, values: { 1: 150, 2: 50 } }], trusted)
      await journal.settled()
      await setRule({ nodemap_id: ids.temperature, params_x: 10 })
      await journal.settled()
      expect(await records()).toEqual([
        { real_value: 150, is_alarm: 0 },
        { real_value: 50, is_alarm: 1 },
      ])
      expect(await states()).toEqual([{ state: 2 }])
    } finally {
      await world.dispose()
    }
  })
})

describe.each(engines)('alarm journal on %s', (engine) => {
  const openEngine = enginesOn(engine)
  it('drops only the entry that the database refuses', async () => {
    const { world, own, journal, begin, rule, records } = await openEngine()
    try {
      await begin()
      const watch = own.watch(rule, ids.air)
      if (!watch) throw new Error('nothing is watched')
      const now = Date.now()
      for (const at of [now, null as unknown as number, now + 1, now + 2])
        journal.fired(watch, { at, by: 'clock', receivedAt: now })
      await journal.settled()
      const kept = { real_value: 100, is_alarm: 1 }
      expect(await records()).toEqual([kept, kept, kept])
    } finally {
      await world.dispose()
    }
  })
})
