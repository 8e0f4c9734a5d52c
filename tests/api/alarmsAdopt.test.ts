import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEngine } from '../../server/alarms/engine.ts'
import { createJournal } from '../../server/alarms/journal.ts'
import { silentLog } from '../../server/log.ts'
import { LeaseLost, type Storage } from '../../server/storage/types.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, openWorld } from '../support/world.ts'

const trusted = { kind: 'trusted' } as const
const SN = { air: '1869024001', level: '1869024002' }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An engine and a journal of their own over a world with a rule: above 100 is an alarm. `write` stands before each of the journal's writes. */
async function openEngine(engine: Storage['engine'], write: () => Promise<void> = async () => {}, more: object = {}) {
  const world = await openWorld(engine)
  const { storage, registry, ingest } = world
  const rule = {
    ...ABOVE_100,
    enable: 1,
    alarm_msg: '',
    created_at: 0,
    updated_at: 0,
    ...more,
  }
  const addRule = (): Promise<{ id: number }> =>
    storage.write((trx) => trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow())
  const { id } = await addRule()
  const lead = { leads: false }
  const journal = createJournal({
    storage,
    lead: () => (lead.leads ? { ...storage, write: (work) => write().then(() => storage.write(work)) } : null),
    registry,
    manner: { timeZone: 'Asia/Shanghai', language: 'zhCN', publicUrl: null },
    log: silentLog,
    written: () => {},
  })
  const create = (hears = true) =>
    createEngine({ storage, registry, journal, log: silentLog, heard: Date.now() - HOUR, hears })
  const own = await create()
  ingest.onCommitted((samples) => own.received(samples))
  const device = registry.device(ids.air)
  const node = device?.nodes.get(ids.pm)
  if (!device || !node) throw new Error('the world has no such node')
  return {
    world,
    own,
    journal,
    lead,
    create,
    addRule,
    rule: id,
    sample: (value: number) => ({ device, node, value, ts: Date.now() }),
    begin: (of = own) => of.adopt(() => (lead.leads = true)),
    push: (value: number) => ingest.push([{ sn: SN.air, values: { 1: value } }], trusted),
    /** Changes the rule, without a wait for what becomes of it. */
    async setRule(row: object): Promise<void> {
      await storage.write((trx) => trx.updateTable('threshold').set(row).where('id', '=', id).execute())
      await own.changed('threshold', id)
    },
    records: () => storage.read.selectFrom('thresholdlog').select(['real_value', 'is_alarm']).orderBy('id').execute(),
    states: () => storage.read.selectFrom('alarmstate').select('state').execute(),
  }
}

describe.each(engines)('the beginning of a lead on %s', (engine) => {
  // A sample may come at any moment of it, also while what the leader before left is being read.
  it.each(['before', 'during', 'after'] as const)('writes an alarm once that fires %s it', async (when) => {
    const { world, own, journal, begin, push, records, sample, states } = await openEngine(engine)
    try {
      if (when === 'before') await push(150)
      const adopting = begin()
      // Without a wait: what is stored is still being read.
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

  it('raises nothing of a sample that was under way when its device was stopped', async () => {
    const { world, own, journal, begin, records, sample } = await openEngine(engine)
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

  // One that was stopped wakes with all it missed before it notices that another leads.
  it('writes nothing that was found while the write before was being refused', async () => {
    let refuse = (): void => {}
    const refused = new Promise<never>((_, reject) => (refuse = () => reject(new LeaseLost('leader'))))
    let [isLost, hasBegun] = [true, false]
    const { world, journal, lead, begin, push, records } = await openEngine(engine, async () => {
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

  it('goes on with the alarm of a rule that another process made a moment ago', async () => {
    const { world, journal, lead, create, addRule, begin, records, sample } = await openEngine(engine)
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
    ['goes on with an alarm over an index', 1, true],
    ['ends one over an index that the scheme of its project, changed meanwhile, does not know', 3, false],
  ])('%s', async (_name, air_scheme, lasts) => {
    const { world, journal, lead, create, begin, push, records, states, rule } = await openEngine(engine)
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

  it('takes no silence back from a device, however often it comes', async () => {
    const { world, own, journal, begin, records } = await openEngine(engine, undefined, { no_data: 10 })
    try {
      const now = Date.now()
      await world.ingest.push([{ sn: SN.air, t: now - 9 * MINUTE, values: { 1: 50 } }], trusted)
      // Another one speaks: it is not the platform that is deaf.
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

  it('judges what waits behind samples that cannot be judged', async () => {
    const { world, own, journal, begin, records, sample } = await openEngine(engine)
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

describe.each(engines)('devices that come to a process that did not hear of them, on %s', (engine) => {
  /** A leader, and a process beside it that has no devices yet. */
  async function openDeaf() {
    const opened = await openEngine(engine)
    const { lead, begin, journal, create, rule, sample } = opened
    await begin()
    const deaf = await create(false)
    return {
      ...opened,
      /** What the leader makes of a value. */
      async judged(value: number): Promise<void> {
        lead.leads = true
        await opened.push(value)
        await journal.settled()
        lead.leads = false
      },
      take: () => deaf.takeDevices(new Set([ids.air])),
      state: () => deaf.watch(rule, ids.air)?.state,
      isKept: (value: number): boolean => deaf.inboxOf([sample(value)]) !== null,
    }
  }

  it('stand where the leader has them: what moves them is kept in the inbox', async () => {
    const { world, judged, take, state, isKept, records } = await openDeaf()
    try {
      await judged(150)
      // What would end the alarm, if it was known.
      expect(isKept(90)).toBe(false)
      await take()
      expect([state(), isKept(90), isKept(160)]).toEqual([2, true, false])
      await judged(90)
      // They were another's meanwhile, and come back.
      expect([state(), isKept(160)]).toEqual([2, false])
      await take()
      expect([state(), isKept(90), isKept(160)]).toEqual([0, false, true])
      expect(await records()).toEqual([{ real_value: 150, is_alarm: 0 }])
    } finally {
      await world.dispose()
    }
  })

  it('stand where the inbox puts them, of which the leader knows nothing yet, and leave it as it is', async () => {
    const { world, lead, push, take, state, isKept, journal, records } = await openDeaf()
    const { storage, registry } = world
    try {
      lead.leads = false
      await push(150)
      const ts = registry.device(ids.air)?.nodes.get(ids.pm)?.last?.ts ?? 0
      const row = { id: 'a', received_at: ts, samples: JSON.stringify([ids.air, ids.pm, ts, 150]) }
      await storage.write((trx) => trx.insertInto('alarminbox').values(row).execute())
      await take()
      expect([state(), isKept(90)]).toEqual([2, true])
      await journal.settled()
      expect(await records()).toEqual([])
      expect(await storage.read.selectFrom('alarminbox').select('id').execute()).toEqual([{ id: 'a' }])
    } finally {
      await world.dispose()
    }
  })
})

describe.each(engines)('limits that are held, on %s', (engine) => {
  afterEach(() => void vi.restoreAllMocks())

  /** An engine that leads, by a clock of minutes from now on, over a rule of two limits that are each held for five. */
  async function openHeld(more: object = {}) {
    const held = { limits: '{"4":75,"1":115}', params_x: 75, hold_time: 300, ...more }
    const opened = await openEngine(engine, undefined, held)
    const { world, own, journal, begin, push } = opened
    const start = Date.now()
    let clock = start
    vi.spyOn(Date, 'now').mockImplementation(() => clock)
    const setClock = (minute: number): void => void (clock = start + minute * MINUTE)
    await begin()
    return {
      ...opened,
      setClock,
      tick: async (of = own): Promise<void> => {
        of.tick(clock)
        await journal.settled()
      },
      /** What comes at some minutes; the clock ticks at each until the last of them. */
      async take(values: Readonly<Record<number, number>>): Promise<void> {
        for (let minute = 0; minute <= Math.max(...Object.keys(values).map(Number)); minute++) {
          setClock(minute)
          own.tick(clock)
          await journal.settled()
          const value = values[minute]
          if (value !== undefined) await push(value)
          await journal.settled()
        }
      },
      levels: async () =>
        (await world.storage.read.selectFrom('thresholdlog').select('alert_level').execute()).map(
          ({ alert_level }) => alert_level,
        ),
    }
  }

  it.each<[string, Record<number, number>, { adopted: number; told: number; level: number }]>([
    ['make nothing worse that was over within the alarm', { 0: 80, 2: 120, 6: 90 }, { adopted: 8, told: 9, level: 4 }],
    ['make nothing worse that was over before it', { 0: 120, 2: 80 }, { adopted: 6, told: 6, level: 4 }],
    ['make worse in time what began within the alarm', { 0: 80, 6: 120 }, { adopted: 8, told: 11, level: 1 }],
    ['make worse in time what began before it', { 0: 80, 2: 120 }, { adopted: 4, told: 7, level: 1 }],
  ])('%s, where another process leads', async (_name, values, { adopted, told, level }) => {
    const { world, journal, lead, create, begin, setClock, take, tick, levels } = await openHeld()
    try {
      await take(values)
      lead.leads = false
      setClock(adopted)
      const other = await create()
      await begin(other)
      await journal.settled()
      setClock(told)
      await tick(other)
      expect(await levels()).toEqual([level])
    } finally {
      await world.dispose()
    }
  })

  // Values of this device speak for ten minutes.
  it.each([
    ['an alarm', { first: 80, last: 80, until: 35, adopted: 36, told: 41, level: 4 }],
    ['a worse one', { first: 80, last: 120, until: 80, adopted: 81, told: 86, level: 1 }],
  ])('run on where another process leads, also longer than values speak for: %s', async (_name, wait) => {
    const { world, journal, lead, create, begin, setClock, take, tick, levels } = await openHeld({ hold_time: 2400 })
    try {
      const minutes = Array.from({ length: wait.until / 5 + 1 }, (_, at) => 5 * at)
      await take(Object.fromEntries(minutes.map((at) => [at, at > 40 ? wait.last : wait.first])))
      lead.leads = false
      setClock(wait.adopted)
      const other = await create()
      await begin(other)
      await journal.settled()
      setClock(wait.told)
      await tick(other)
      expect(await levels()).toEqual([wait.level])
    } finally {
      await world.dispose()
    }
  })

  it('that are no more are forgotten where another process leads', async () => {
    const { world, journal, lead, create, begin, setClock, take, rule } = await openHeld()
    try {
      await take({ 0: 120, 5: 120 })
      lead.leads = false
      const { storage } = world
      const fewer = { limits: '{"4":75}' }
      await storage.write((trx) => trx.updateTable('threshold').set(fewer).where('id', '=', rule).execute())
      setClock(6)
      const other = await create()
      expect(other.watch(rule, ids.air)).toMatchObject({ state: 2, rank: 0, worse: [] })
      await begin(other)
      await journal.settled()
      expect(await storage.read.selectFrom('alarmstate').select(['state', 'more']).execute()).toEqual([
        { state: 2, more: null },
      ])
    } finally {
      await world.dispose()
    }
  })

  it('end an alarm of silence by its values, once it is about them, under another process too', async () => {
    const { world, journal, lead, create, begin, setClock, push, take, tick, records } = await openHeld({
      no_data: 10,
      hysteresis: 10,
    })
    try {
      await take({ 0: 50 })
      setClock(10)
      await tick()
      for (const [minute, value] of [
        [11, 80],
        [12, 70],
      ] as const) {
        setClock(minute)
        await push(value)
        await journal.settled()
      }
      lead.leads = false
      setClock(13)
      await begin(await create())
      await journal.settled()
      expect(await records()).toMatchObject([{ is_alarm: 1 }])
    } finally {
      await world.dispose()
    }
  })

  it('keep what may end the wait for a worse one until it is judged, and nothing once that is over', async () => {
    const { world, own, push, setClock, sample, take } = await openHeld()
    try {
      await take({ 0: 80, 6: 80 })
      const isKept = (): boolean => own.inboxOf([sample(90)]) !== null
      expect(isKept()).toBe(false)
      setClock(7)
      await push(120)
      expect(isKept()).toBe(true)
      setClock(8)
      await push(90)
      expect(isKept()).toBe(false)
    } finally {
      await world.dispose()
    }
  })

  it('begin anew where the device was stopped meanwhile', async () => {
    const { world, own, journal, setClock, take, tick, push, levels } = await openHeld()
    const setStopped = async (control_state: number): Promise<void> => {
      await world.storage.write((trx) =>
        trx.updateTable('device').set({ control_state }).where('id', '=', ids.air).execute(),
      )
      await world.registry.changed('device', ids.air)
      await own.changed('device', ids.air)
    }
    try {
      await take({ 0: 120 })
      setClock(1)
      await setStopped(1)
      await setStopped(0)
      setClock(3)
      await push(120)
      setClock(6)
      await tick()
      expect(await levels()).toEqual([])
      setClock(8)
      await tick()
      await journal.settled()
      expect(await levels()).toEqual([1])
    } finally {
      await world.dispose()
    }
  })
})

describe.each(engines)('a rule that is changed in mid-alarm on %s', (engine) => {
  it('begins a new record where it is switched off and on before the end of the first is written', async () => {
    let gate = Promise.resolve()
    const { world, journal, begin, push, setRule, records, states } = await openEngine(engine, () => gate)
    try {
      await begin()
      await push(150)
      await journal.settled()
      let open = (): void => {}
      gate = new Promise((resolve) => (open = resolve))
      await setRule({ enable: 0 })
      const on = setRule({ enable: 1 })
      // Time enough to read what is not true any more.
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

  it('tells of no silence once it is switched off, and has kept the worst value', async () => {
    const { world, own, journal, begin, push, setRule, records } = await openEngine(engine, undefined, { no_data: 10 })
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

  it('keeps the state of the alarm that it raises over another node at once', async () => {
    const { world, journal, begin, setRule, records, states } = await openEngine(engine, undefined, { limit_scale: 0 })
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

describe.each(engines)('the journal on %s', (engine) => {
  it('gives up the one entry that the database refuses, and none beside it', async () => {
    const { world, own, journal, begin, rule, records } = await openEngine(engine)
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
