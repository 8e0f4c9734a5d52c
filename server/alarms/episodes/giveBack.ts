import { createAreas } from '../../live/areas.ts'
import { loadAreas } from '../../live/load.ts'
import type { Platform } from '../../platform.ts'
import type { Job } from '../../platform/processes.ts'
import type { Storage } from '../../storage/types.ts'
import { writeAct, type ActBody } from './acts.ts'
import { dropInvalidAssignee, WORKER_COLUMNS, worksOn } from './assignee.ts'
import { OPEN } from './list.ts'
import { workOf } from './row.ts'

type Services = Pick<Platform, 'storage' | 'registry'>
type Places = Pick<Platform['registry'], 'areasBelow'>

/**
 * From the end of one run to the start of the next, ms: an alarm that its assignee cannot find waits this long to be
 * free for others.
 */
const LOOK_INTERVAL_MS = 5000

/**
 * Gives back, on behalf of the platform, the open episodes of users that may not work on them any more: such an episode
 * would neither ask for another user nor be found by its assignee. The job looks at the current state, since there are
 * many causes: the user was disabled, deleted or changed, the device was moved, an area was moved. An episode of a
 * roster stays with the roster.
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
      // An episode that the database refuses does not stop the rest.
      await giveBack(lead, places, id).catch((error: unknown) => failed.push(error))
    }
    if (failed.length > 0) throw failed[0]
  },
})

/**
 * Returns the ids of open episodes whose assignees may not work on them, as far as this process knows the areas; the
 * oldest first.
 */
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
 * Gives one episode back if its assignee still may not work on it. Each episode has its own transaction: one that
 * locked several could deadlock with a writer that changes them in another order.
 *
 * @param registry areas as stored: another process may have just moved one
 */
const giveBack = (storage: Storage, registry: Places, id: number): Promise<void> =>
  storage.write(async (trx) => {
    const row = await trx.selectFrom('thresholdlog').selectAll().where('id', '=', id).where(OPEN).executeTakeFirst()
    if (!row) return
    const before = workOf(row)
    const state = await dropInvalidAssignee({ storage, registry }, trx, row, before)
    if (state === before) return
    // Where another act was faster, the result is ignored: the next run looks again.
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
