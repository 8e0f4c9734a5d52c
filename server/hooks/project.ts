import type { Hook } from '../platform/hook.ts'
import { markDays } from '../storage/dirtyMeans.ts'
import { freeDigits } from './codes.ts'

export const projectHook: Hook = {
  async beforeSave({ row, old }, trx) {
    if (!old) row.pin_code = await freeDigits(trx, 'project', 'pin_code', 8)
  },
  async afterSave({ row, old, id }, trx) {
    if (old && old.air_scheme !== row.air_scheme) await markDays(trx, { project: id })
  },
  ownFields: ({ user }, id) => (user.project_id === id ? INFO : []),
}

/**
 * Fields of a project that its own users may change (spec 1 §2.4 and §6, project info). How its alarms are sent and its
 * air is judged is set by users who manage projects.
 */
const INFO = ['name', 'contact', 'config', 'explained', 'ico']
