import type { Transaction } from 'kysely'
import { isSuper } from '../../resources/kit/access.ts'
import { ApiError } from '../errors.ts'
import type { Registry, SignedIn } from '../platform.ts'
import type { Hook } from '../platform/hook.ts'
import type { AnyTables } from '../storage/types.ts'

/** Product models belong to no project, and their nodes define how the values of every device of the model are read. */
export const nodemapHook: Hook = {
  beforeSave: ({ row, signedIn, platform }, trx) =>
    ownModel(trx, signedIn, platform.registry, Number(row.devicetype_id)),
  beforeDelete: ({ row, signedIn, platform }, trx) =>
    ownModel(trx, signedIn, platform.registry, Number(row.devicetype_id)),
}

/**
 * Refuses a change of a model's nodes where devices outside the caller's reach have the model.
 * @throws {ApiError} 403 where one of another project, or of areas that the caller does not manage, has it
 */
async function ownModel(
  trx: Transaction<AnyTables>,
  { caller }: SignedIn,
  registry: Pick<Registry, 'areasBelow'>,
  model: number,
): Promise<void> {
  if (isSuper(caller)) return
  const ofModel = trx.selectFrom('device').select('id').where('devicetype_id', '=', model).limit(1)
  const elsewhere = await ofModel
    .where((where) => where.or([where('project_id', 'is', null), where('project_id', '!=', caller.project_id ?? 0)]))
    .executeTakeFirst()
  if (elsewhere) throw new ApiError(403, 'error.sharedModel')
  if (caller.districts.length === 0) return
  const areas = [...registry.areasBelow(caller.districts)]
  const outside = await ofModel
    .where((where) => where.or([where('district_id', 'is', null), where('district_id', 'not in', areas)]))
    .executeTakeFirst()
  if (outside) throw new ApiError(403, 'error.maintenance.outside')
}
