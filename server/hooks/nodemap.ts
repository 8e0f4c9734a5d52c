import type { Transaction } from 'kysely'
import { isSuper } from '../../resources/kit/access.ts'
import { ApiError } from '../errors.ts'
import type { SignedIn } from '../platform.ts'
import type { Hook } from '../platform/hook.ts'
import type { AnyTables } from '../storage/types.ts'

/** Product models belong to no project, and their nodes are what every device of the model is read by. */
export const nodemapHook: Hook = {
  beforeSave: ({ row, signedIn }, trx) => ownModel(trx, signedIn, Number(row.devicetype_id)),
  beforeDelete: ({ row, signedIn }, trx) => ownModel(trx, signedIn, Number(row.devicetype_id)),
}

/** Throws 403 where a device of another project has the model: what it measures is not one project's to change. */
async function ownModel(trx: Transaction<AnyTables>, { caller }: SignedIn, model: number): Promise<void> {
  if (isSuper(caller)) return
  const elsewhere = await trx
    .selectFrom('device')
    .select('id')
    .where('devicetype_id', '=', model)
    .where((where) => where.or([where('project_id', 'is', null), where('project_id', '!=', caller.project_id ?? 0)]))
    .limit(1)
    .executeTakeFirst()
  if (elsewhere) throw new ApiError(403, 'error.sharedModel')
}
