import { isSuper } from '../../resources/kit/access.ts'
import { completeChannel } from '../alarms/channels/complete.ts'
import { invalid } from '../errors.ts'
import { vaultOf } from '../hj212/secrets.ts'
import type { Hook } from '../platform/hook.ts'

export const channelHook: Hook = {
  /** The key that secrets are kept under may have to be made first, which a transaction must not wait for. */
  async prepare({ platform }) {
    await vaultOf(platform.storage)
  },
  async beforeSave(saving) {
    const { row, old } = saving
    const { caller } = saving.signedIn
    // Whoever chooses where it goes reads the alarms of the whole project.
    if (old && row.url !== old.url && !isSuper(caller) && caller.districts.length > 0)
      throw invalid({ url: { key: 'error.north.outside' } })
    await completeChannel(saving)
  },
}
