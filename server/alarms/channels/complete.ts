import { isIP } from 'node:net'
import { CHANNEL_KIND } from '../../../resources/channel.ts'
import { invalid } from '../../errors.ts'
import { vaultOf } from '../../hj212/secrets.ts'
import { isPublicAddress } from '../../north/addresses.ts'
import { literalOf } from '../../north/send.ts'
import type { PendingSave } from '../../platform/hook.ts'
import { hostOf } from './rows.ts'

/**
 * Completes a channel's row before it is stored or tested: seals its secret, takes its host from its address. A private
 * address that is written out is refused here (400); a host name is checked by what it resolves to, at every message.
 */
export async function completeChannel({
  platform,
  row,
  old,
}: Pick<PendingSave, 'platform' | 'row' | 'old'>): Promise<void> {
  if (row.kind === CHANNEL_KIND.push) row.url = row.secret = null
  row.host = hostOf({ url: row.url ? String(row.url) : null })
  if (row.secret !== null && row.secret !== undefined && row.secret !== old?.secret)
    row.secret = (await vaultOf(platform.storage)).close(String(row.secret))
  if (!row.url || row.url === old?.url || platform.settings.northAllowPrivate) return
  const host = literalOf(new URL(String(row.url)).hostname)
  if (isIP(host) && !isPublicAddress(host))
    throw invalid({ url: { key: 'error.north.private', args: { address: host } } })
}
