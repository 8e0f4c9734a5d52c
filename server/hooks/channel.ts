import { completeChannel } from '../alarms/channels/complete.ts'
import { watchesSomeAreas } from '../crud/scope.ts'
import { invalid } from '../errors.ts'
import { vaultOf } from '../hj212/secrets.ts'
import type { Hook } from '../platform/hook.ts'
import { isUsedElsewhere, escalationsNaming, refuseChangesElsewhere } from './elsewhere.ts'

export const channelHook: Hook = {
  /** The key that encrypts stored secrets may have to be created first, which a transaction must not wait for. */
  async prepare({ platform }) {
    await vaultOf(platform.storage)
  },
  async beforeSave(saving, trx) {
    const { row, old, id } = saving
    // The user who sets a channel's address receives the alarms of the whole project, including those of future rules.
    if (old && row.url !== old.url && watchesSomeAreas(saving.signedIn.caller))
      throw invalid({ url: { key: 'error.maintenance.outside' } })
    if (id !== null)
      await refuseChangesElsewhere(saving, async () =>
        isUsedElsewhere(trx, saving, await escalationsNaming(trx, 'channels', id), id),
      )
    await completeChannel(saving)
  },
}
