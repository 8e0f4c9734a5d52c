import { freeDigits } from './codes.ts'
import type { Hook } from './types.ts'

export const areaHook: Hook = {
  async beforeSave({ row, old }, trx) {
    if (!old) row.pin_code = await freeDigits(trx, 'district', 'pin_code', 8)
  },
}
