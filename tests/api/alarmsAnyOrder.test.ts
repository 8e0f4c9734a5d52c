import { afterEach, describe, expect, it } from 'vitest'
import { build } from '../../server/app.ts'
import { heldUpStory, promptStory, type Story } from '../support/alarmStory.ts'
import { FULL } from '../support/full.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { byRuleAndTime, fieldsOf, play, type Played, type StoryEpisode } from '../support/storyPlayer.ts'
import { users } from '../support/world.ts'

/** The full hour at which the stories begin. */
const START = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 24 * 3_600_000
const MOMENTS = 30

/**
 * Number of processes and random seed of each run; all runs with one seed share a reference. SQLite has no second
 * process that could take over.
 */
const ways = engines.flatMap((engine): [typeof engine, 1 | 2, number][] => {
  if (engine === 'sqlite') return [[engine, 1, 1]]
  return FULL
    ? [
        [engine, 1, 2],
        [engine, 2, 1],
      ]
    : [[engine, 2, 1]]
})
const stories: Record<string, (seed: number) => Story> = {
  'repeated and delayed samples': (seed) => promptStory(seed, START, MOMENTS, true),
  'repeated samples': (seed) => promptStory(seed, START, MOMENTS, false),
  'samples delivered together after a delay, in any order': (seed) => heldUpStory(seed, START, 2 * MOMENTS),
}

describe.each(ways)('alarm episodes over restarts and crashes on %s, %i process(es)', (engine, processes, chance) => {
  let played: Played | null = null
  afterEach(async () => {
    await played?.dispose()
    played = null
  })

  it.each(Object.entries(stories).map(([name, make], kind) => [name, 10 * kind + chance, make] as const))(
    '%s, seed %i: no episode is lost or duplicated, and the backtest agrees',
    { timeout: upTo(180_000) },
    async (_name, seed, make) => {
      const { rules, plain, messy } = make(seed)
      const reference = await referenceOf(seed, { rules, plain })
      expect(reference.length).toBeGreaterThan(15)
      expect(messy.some(({ after }) => after !== 'goes on')).toBe(true)
      played = await play(engine, rules, messy, { start: START, processes })
      expect(told(played.episodes)).toEqual(told(reference))
      expect(await foundBack(played, rules)).toEqual(reference.map(({ of, from, to }) => ({ of, from, to })))
    },
  )
})

const references = new Map<number, StoryEpisode[]>()

/** The episodes that result when each value arrives at the moment it was measured; the same for all runs of a seed. */
async function referenceOf(seed: number, { rules, plain }: Pick<Story, 'rules' | 'plain'>): Promise<StoryEpisode[]> {
  const known = references.get(seed)
  if (known) return known
  const { episodes, dispose } = await play('sqlite', rules, plain, { start: START })
  await dispose()
  references.set(seed, episodes)
  return episodes
}

/** One line per episode, so that a failure can be read at a glance. */
const told = (episodes: readonly StoryEpisode[]): string[] =>
  episodes.map(({ of, from, to, level, told }) => `${of}: ${from} to ${to}, level ${level}, told ${told} times`)

/** The episodes that the backtest finds in the history. */
async function foundBack(
  { platform }: Played,
  rules: Story['rules'],
): Promise<Pick<StoryEpisode, 'of' | 'from' | 'to'>[]> {
  const app = await build(platform)
  const authorization = `Bearer ${await platform.sessions.begin(users.super, null)}`
  const found: Pick<StoryEpisode, 'of' | 'from' | 'to'>[] = []
  for (const [name, fields] of Object.entries(rules)) {
    const rule = { params_y: fields['params_x'], ...fieldsOf(name, fields) }
    const payload = { rule, from: START, to: Date.now() }
    const answer = await app.inject({ method: 'POST', url: '/v1/alarmBacktest', headers: { authorization }, payload })
    const { fired } = answer.json<{
      data: { fired: { id: number; episodes: { from: number; to: number | null }[] }[] }
    }>().data
    for (const { id, episodes } of fired)
      for (const { from, to } of episodes)
        found.push({ of: `${name} / ${id}`, from: from - START, to: to === null ? null : to - START })
  }
  await app.close()
  return found.toSorted(byRuleAndTime)
}
