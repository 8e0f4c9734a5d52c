import { createAreas } from '../../live/areas.ts'
import { loadAreas } from '../../live/load.ts'
import type { Platform } from '../../platform.ts'
import type { Job } from '../../platform/processes.ts'
import type { Storage } from '../../storage/types.ts'
import { writeAct, type ActBody } from './acts.ts'
import { withoutGone, WORKER_COLUMNS, worksOn } from './assignee.ts'
import { OPEN } from './list.ts'
import { workOf } from './row.ts'

type Services = Pick<Platform, 'storage' | 'registry'>
type Places = Pick<Platform['registry'], 'areasBelow'>

/** From the end of one look to the next, ms: an alarm that its assignee cannot find waits so long for somebody else. */
const LOOK_INTERVAL_MS = 5000

/**
 * Gives back the open episodes of users that may not work on them any more, by the platform's own hand: they would need nobody else, and be found by nobody.
 * It looks at what is, for the ways there are many: the user was disabled, deleted or changed, the device was moved, an area was. What was given to a roster
 * stays the roster's.
 */
export const giveBackJob = ({ storage, registry }: Services): Job => ({
  name: 'alarms without an assignee',
  everyMs: LOOK_INTERVAL_MS,
  async run(signal, lead = storage) {
    const ids = await lost({ storage, registry })
    if (ids.length === 0) return
    const areas = createAreas(await loadAreas(storage))
    const places: Places = { areasBelow: (some) => areas.below(some) }
    const failed: unknown[] = []
    for (const id of ids) {
      if (signal.aborted) break
      // What the database refuses of one keeps no other.
      await giveBack(lead, places, id).catch((error: unknown) => failed.push(error))
    }
    if (failed.length > 0) throw failed[0]
  },
})

/** Ids of open episodes whose users may not work on them, as far as this process knows the areas; the oldest first. */
async function lost({ storage: { read }, registry }: Services): Promise<number[]> {
  const given = await read
    .selectFrom('thresholdlog')
    .select(['id', 'assignee_id', 'project_id', 'district_id'])
    .where(OPEN)
    .where('assignee_id', 'is not', null)
    .where('roster_id', 'is', null)
    .execute()
  if (given.length === 0) return []
  const has = read.selectFrom('thresholdlog').select('assignee_id').where(OPEN).where('roster_id', 'is', null)
  const users = await read.selectFrom('systemuser').select(WORKER_COLUMNS).where('id', 'in', has).execute()
  const fits = new Map(users.map((user) => [user.id, worksOn({ registry }, user)]))
  return given
    .filter((row) => fits.get(row.assignee_id ?? 0)?.(row) !== true)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
}

/**
 * Gives one episode back where that still holds. Each in a transaction of its own: one that held several could wait for whatever else changes them in
 * another order, and that for it.
 *
 * @param registry areas as they are stored: another process may have moved one a moment ago
 */
const giveBack = (storage: Storage, registry: Places, id: number): Promise<void> =>
  storage.write(async (trx) => {
    const row = await trx.selectFrom('thresholdlog').selectAll().where('id', '=', id).where(OPEN).executeTakeFirst()
    if (!row) return
    const before = workOf(row)
    const state = await withoutGone({ storage, registry }, trx, row, before)
    if (state === before) return
    // Where somebody was faster, it is theirs now, or looked at again.
    await writeAct(trx, {
      row,
      act: 'assign',
      before,
      state,
      isFalse: false,
      body: NOTHING,
      note: row.note,
      userId: null,
      now: Date.now(),
    })
  })

const NOTHING: ActBody = {
  note: null,
  picture: null,
  user_id: null,
  roster_id: null,
  until: null,
  worse: false,
  result: null,
  version: null,
  key: null,
}
