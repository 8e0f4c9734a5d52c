import { afterEach, describe, expect, it, vi } from 'vitest'
import { enginesOn, MINUTE } from '../support/alarmEngine.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

describe.each(engines)('limits with a hold time on %s', (engine) => {
  const openEngine = enginesOn(engine)
  afterEach(() => void vi.restoreAllMocks())

  /**
   * Opens a leading engine whose clock counts minutes from the present, over a rule with two limits that must each hold
   * for five minutes.
   */
  async function openHeld(more: object = {}) {
    const held = { limits: '{"4":75,"1":115}', params_x: 75, hold_time: 300, ...more }
    const opened = await openEngine(undefined, held)
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
      /** Pushes values at the given minutes; the clock ticks every minute until the last of them. */
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
    [
      'do not raise the level for a violation that ended during the alarm',
      { 0: 80, 2: 120, 6: 90 },
      { adopted: 8, told: 9, level: 4 },
    ],
    [
      'do not raise the level for a violation that ended before the alarm',
      { 0: 120, 2: 80 },
      { adopted: 6, told: 6, level: 4 },
    ],
    [
      'raise the level on time for a violation that began during the alarm',
      { 0: 80, 6: 120 },
      { adopted: 8, told: 11, level: 1 },
    ],
    [
      'raise the level on time for a violation that began before the alarm',
      { 0: 80, 2: 120 },
      { adopted: 4, told: 7, level: 1 },
    ],
  ])('%s, after another process takes the lead', async (_name, values, { adopted, told, level }) => {
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

  // Values of this device count as fresh for ten minutes.
  it.each([
    ['a new alarm', { first: 80, last: 80, until: 35, adopted: 36, told: 41, level: 4 }],
    ['a rise to a worse level', { first: 80, last: 120, until: 80, adopted: 81, told: 86, level: 1 }],
  ])('keep their hold time across a change of leader, also longer than values stay fresh: %s', async (_name, wait) => {
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

  it('are dropped after a change of leader if the rule no longer has them', async () => {
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

  it('keep a silence alarm that became a value alarm within its hysteresis, across a change of leader', async () => {
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

  it('keep a sample for the inbox while it could end the hold time of a worse limit, and not afterwards', async () => {
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

  it('restart their hold time after the device was stopped and started', async () => {
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
