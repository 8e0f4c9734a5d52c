import { markDays } from '../environment/dirty.ts'
import { freeDigits } from './codes.ts'
import type { Hook } from './types.ts'

export const projectHook: Hook = {
  async beforeSave({ row, old }, trx) {
    if (!old) row.pin_code = await freeDigits(trx, 'project', 'pin_code', 8)
  },
  async afterSave({ row, old, id }, trx) {
    if (old && old.air_scheme !== row.air_scheme) await markDays(trx, { project: id })
  },
  /** Whoever belongs to a project may edit its own entry (spec 1 §2.4 and §6, project info). */
  mayEdit: ({ user }, id) => user.project_id === id,
}
