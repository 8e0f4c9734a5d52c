import { seeded } from './seeded.ts'
import { ids } from './world.ts'

const SN = ['1869024001', '1869024002'] as const
/** Age up to which a value of the world's devices counts as fresh (over_time), ms. */
const FRESH = 600_000

/** One sample of both measured nodes, in the form in which it is pushed. */
export interface StoryItem {
  sn: string
  t: number
  values: { 1: number; 2: number }
}

/** What arrives at one moment: the calls, made one after the other, and what happens to the platform afterwards. */
export interface StoryStep {
  now: number
  pushes: StoryItem[][]
  after: 'goes on' | 'restarts' | 'dies'
}

/** Fields of each rule besides its nodes and devices, by the rule's name. */
export type StoryRules = Readonly<Record<string, Readonly<Record<string, string | number>>>>

const OTHER = `{"rows":[{"node":${ids.temperature},"com_oper":0,"params_x":50}]}`

/** Rules whose state depends on the newest sample alone: samples may arrive in any order. */
const atOnce: StoryRules = {
  plain: { params_x: 100 },
  'with hysteresis': { params_x: 100, hysteresis: 15 },
  'that joins': { params_x: 100, hysteresis: 5, min_off: 300 },
  'of levels': { limits: '{"4":70,"2":100,"1":125}', params_x: 70, hysteresis: 5 },
  'of a range': { com_oper: 6, params_x: 80, params_y: 120 },
  'of two nodes': { params_x: 60, conditions: OTHER },
}
/** Rules that the clock moves too: correct as long as every sample arrives when it is measured. */
const byClock: StoryRules = {
  held: { params_x: 100, hold_time: 90 },
  'held at each level': { limits: '{"4":70,"2":100,"1":125}', params_x: 70, hold_time: 45, min_off: 200 },
  'of two nodes, held': { params_x: 60, conditions: OTHER, hold_time: 60 },
  'of silence': { params_x: 120, no_data: 20 },
}
/** Rules that look back: a late sample becomes part of their past. */
const lookingBack: StoryRules = {
  'of a mean': { params_x: 90, conditions: '{"calc":"mean","minutes":10}' },
  'of a change': { params_x: 40, conditions: '{"calc":"rate","minutes":5}', hysteresis: 5 },
}

/** Samples of two devices at the same moments: waves with peaks, and gaps without samples. */
function samplesOf(random: () => number, start: number, moments: number): [StoryItem, StoryItem][] {
  let t = start + 7000
  const drift = [0, 0]
  return Array.from({ length: moments }, () => {
    const items = SN.map((sn, device): StoryItem => {
      drift[device] = Math.max(-60, Math.min(60, (drift[device] ?? 0) + 70 * (random() - 0.5)))
      const pm = Math.round(95 + (drift[device] ?? 0) + (random() < 0.1 ? 60 : 0))
      return { sn, t, values: { 1: pm, 2: Math.round(100 * random()) } }
    })
    t += random() < 0.12 ? 700_000 + Math.round(900_000 * random()) : 5000 + Math.round(110_000 * random())
    return items as [StoryItem, StoryItem]
  })
}

const ends = (random: () => number): StoryStep['after'] => {
  const chance = random()
  return chance < 0.1 ? 'restarts' : chance < 0.22 ? 'dies' : 'goes on'
}

export interface Story {
  rules: StoryRules
  /** Every sample, delivered at the moment it was measured. */
  plain: StoryStep[]
  /** The same samples, in the order and at the times they arrived. */
  messy: StoryStep[]
}

/**
 * Delivers every sample at the moment it is measured. Besides, samples are repeated, the other device's sample may come
 * first, and late samples repeat a value that is already known.
 */
export function promptStory(seed: number, start: number, moments: number, late: boolean): Story {
  const random = seeded(seed)
  const samples = samplesOf(random, start, moments)
  const seen: StoryItem[] = []
  const messy = samples.map((items, at): StoryStep => {
    const pushes: StoryItem[][] = random() < 0.5 ? [[...items]] : [[items[1]], [items[0]]]
    if (random() < 0.3) pushes.push([items[Math.floor(2 * random())] as StoryItem])
    if (random() < 0.3 && seen.length > 0) pushes.push(seen.filter(() => random() < 0.2))
    const before = samples[at - 1]?.[0]
    // A sample delayed on its way, measured between two delivered samples; it repeats the values of the first of the
    // two.
    if (late && before && random() < 0.4 && items[0].t - before.t < FRESH)
      pushes.push([{ ...before, t: before.t + Math.floor((items[0].t - before.t) / 2) }])
    seen.push(...items)
    return { now: items[0].t, pushes: pushes.filter((push) => push.length > 0), after: ends(random) }
  })
  return { rules: { ...atOnce, ...byClock, ...(!late && lookingBack) }, plain: plainOf(samples), messy }
}

/** Delays samples, for no longer than a value counts as fresh, and delivers them together in any order. */
export function heldUpStory(seed: number, start: number, moments: number): Story {
  const random = seeded(seed)
  const samples = samplesOf(random, start, moments)
  const messy: StoryStep[] = []
  for (let at = 0; at < samples.length; ) {
    const first = samples[at]?.[0].t ?? 0
    let until = at + 1
    while (until < samples.length && until - at < 6 && (samples[until]?.[0].t ?? 0) - first < FRESH / 2) until++
    const items = samples.slice(at, until).flat()
    const shuffled = items.map((item) => ({ item, place: random() })).toSorted((a, b) => a.place - b.place)
    messy.push({
      now: (samples[until - 1]?.[0].t ?? 0) + Math.floor(20_000 * random()),
      pushes: [shuffled.map(({ item }) => item)],
      after: ends(random),
    })
    at = until
  }
  return { rules: { ...atOnce, ...lookingBack }, plain: plainOf(samples), messy }
}

const plainOf = (samples: readonly [StoryItem, StoryItem][]): StoryStep[] =>
  samples.map((items) => ({ now: items[0].t, pushes: [[...items]], after: 'goes on' }))
