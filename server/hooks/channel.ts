import { completeChannel } from '../alarms/channels/complete.ts'
import { watchesSomeAreas } from '../crud/scope.ts'
import { invalid } from '../errors.ts'
import { vaultOf } from '../hj212/secrets.ts'
import type { Hook } from '../platform/hook.ts'
import { areToldElsewhere, escalationsNaming, keepElsewhere } from './elsewhere.ts'

export const channelHook: Hook = {
  /** The key that secrets are kept under may have to be made first, which a transaction must not wait for. */
  async prepare({ platform }) {
    await vaultOf(platform.storage)
  },
  async beforeSave(saving, trx) {
    const { row, old, id } = saving
    // Whoever chooses where it goes reads the alarms of the whole project, also of rules to come.
    if (old && row.url !== old.url && watchesSomeAreas(saving.signedIn.caller))
      throw invalid({ url: { key: 'error.maintenance.outside' } })
    if (id !== null)
      await keepElsewhere(saving, async () =>
        areToldElsewhere(trx, saving, await escalationsNaming(trx, 'channels', id), id),
      )
    await completeChannel(saving)
  },
}
