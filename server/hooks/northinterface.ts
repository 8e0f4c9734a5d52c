import { isIP } from 'node:net'
import { invalid } from '../errors.ts'
import { isPublicAddress } from '../north/addresses.ts'
import { reachesAll } from '../north/reach.ts'
import { dueAtOnce, resetResult, resultsOf, resultText } from '../north/results.ts'
import type { Hook } from './types.ts'

export const northinterfaceHook: Hook = {
  /** An address that is written out is refused here; a name is judged by what it resolves to at every push. */
  async beforeSave({ platform, signedIn, row, old }) {
    if (row.url === old?.url) return
    // Whoever chooses where it goes reads what is sent there.
    if (old && !reachesAll(platform.registry, signedIn.caller, row.dev_list))
      throw invalid({ url: { key: 'error.north.outside' } })
    if (platform.settings.northAllowPrivate) return
    const host = new URL(String(row.url)).hostname.replaceAll(/^\[|\]$/g, '')
    if (isIP(host) && !isPublicAddress(host))
      throw invalid({ url: { key: 'error.north.private', args: { address: host } } })
  },
  async afterSave({ old, id }, trx) {
    if (old) await resetResult(trx, id)
  },
  async beforeDelete({ id }, trx) {
    await trx.deleteFrom('northstate').where('interface_id', '=', id).execute()
  },
  afterCommit: dueAtOnce,
  computed(platform, row, language) {
    const result = resultsOf(platform).get(Number(row.id))
    return { last_result: resultText(result, language, platform.settings.timeZone), last_ok: result?.last_ok ?? null }
  },
}
