import { displayEditingTypes } from '../../resources/display.ts'
import { isSuper, parseIds } from '../../resources/kit/access.ts'
import { forbidden } from '../errors.ts'
import type { SignedIn } from '../platform.ts'
import type { Hook } from './types.ts'

/** Whether a user may edit display screens: the super administrator, and whoever holds the three permission types. */
export const mayEditDisplays = ({ caller, user }: SignedIn): boolean => isSuper(caller) || displayEditingTypes.every((type) => parseIds(user.typemap).includes(type))

export const displayHook: Hook = {
  async beforeSave({ row, old, signedIn }) {
    if (!mayEditDisplays(signedIn)) throw forbidden()
    // Where it goes, another may be on top already.
    if (old && row.project_id !== old.project_id) row.istop = 0
  },
  async beforeDelete({ signedIn }) {
    if (!mayEditDisplays(signedIn)) throw forbidden()
  },
}
