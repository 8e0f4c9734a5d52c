import type { Hook } from '../platform/hook.ts'
import { freeDigits } from './codes.ts'

export const areaHook: Hook = {
  async beforeSave({ row, old }, trx) {
    if (!old) row.pin_code = await freeDigits(trx, 'district', 'pin_code', 8)
  },
}
