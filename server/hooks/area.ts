import type { Transaction } from 'kysely'
import { area } from '../../resources/area.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { invalid } from '../errors.ts'
import type { AnyTables } from '../storage/types.ts'
import { freeDigits } from './codes.ts'
import type { Hook } from './types.ts'

export const areaHook: Hook = {
  async beforeSave({ row, old, id, signedIn }, trx) {
    if (!old) row.pin_code = await freeDigits(trx, 'district', 'pin_code', 8)
    if (row.superid === old?.superid) return
    // Top areas are the super administrator's (spec 2 §2, Area management).
    if (row.superid === area.tree?.root && !isSuper(signedIn.caller)) throw invalid({ superid: { key: 'error.rule.missing' } })
    if (id !== null && (await liesInside(trx, Number(row.superid), id))) throw invalid({ superid: { key: 'error.rule.cycle' } })
  },
}

/** Whether an area is another or lies anywhere below it; a loop that exists already ends the walk. */
async function liesInside(trx: Transaction<AnyTables>, areaId: number, otherId: number): Promise<boolean> {
  const seen = new Set<number>()
  for (let id = areaId; !seen.has(id); ) {
    if (id === otherId) return true
    seen.add(id)
    const parent = await trx.selectFrom('district').select('superid').where('id', '=', id).executeTakeFirst()
    if (!parent) return false
    id = Number(parent.superid)
  }
  return false
}
