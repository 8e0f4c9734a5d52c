import { DAY } from '../../../resources/kit/zone.ts'
import type { Platform } from '../../platform.ts'
import type { Job } from '../../platform/processes.ts'

/**
 * Deletes the push subscriptions of users who do not exist. Deleting a user deletes the user's subscriptions
 * (session/sessions.ts); the rest are of users deleted before that was so, and of users whose browser opted in through
 * another process at that very moment.
 */
export const pushRetentionJob = ({ storage }: Pick<Platform, 'storage'>): Job => ({
  name: 'push retention',
  everyMs: DAY,
  async run(_signal, lead = storage) {
    await lead.write((trx) =>
      trx
        .deleteFrom('pushsubscription')
        .where('user_id', 'not in', trx.selectFrom('systemuser').select('id'))
        .execute(),
    )
  },
})
