import { isIP } from 'node:net'
import { invalid } from '../errors.ts'
import { isPublicAddress } from '../north/addresses.ts'
import { isPassword } from '../hj212/protocol/fields.ts'
import { vaultOf } from '../hj212/secrets.ts'
import { sm4Key } from '../hj212/protocol/sm4.ts'
import { formatOf, schemesOf } from '../north/formats/index.ts'
import { reachesAll } from '../north/reach.ts'
import { makeDue, resetResult, resultsOf, resultText } from '../north/results.ts'
import { literalOf } from '../north/send.ts'
import type { Platform } from '../platform.ts'
import type { Hook } from '../platform/hook.ts'
import type { Row } from '../storage/row.ts'
import { refuseChangesElsewhere, keepFromDeletion } from './elsewhere.ts'
import { plainMn } from './mn.ts'

export const northinterfaceHook: Hook = {
  /** The key that encrypts stored passwords may have to be created first, which a transaction must not wait for. */
  async prepare({ platform }) {
    await vaultOf(platform.storage)
  },
  /**
   * An address with a private IP literal is refused here; a host name is checked at every push by what it resolves to.
   */
  async beforeSave(saving) {
    const { platform, signedIn, row, old } = saving
    // Clients send 1 with every change (spec 2 §3). A 0 is stored as is_stop 1, which the list shows and its switch
    // reverts.
    if (row.is_enable === 0) Object.assign(row, { is_stop: 1, is_enable: 1 })
    // A user who does not manage all devices of the interface may not redirect, stop or change it.
    if (old) await refuseChangesElsewhere(saving, () => !reachesAll(platform.registry, signedIn.caller, old.dev_list))
    plainMn(row)
    await closeSecrets(platform, row, old)
    const schemes = schemesOf(formatOf(Number(row.protocol)))
    if (!schemes.some((scheme) => String(row.url).toLowerCase().startsWith(scheme)))
      throw invalid({ url: { key: 'error.north.target', args: { schemes: schemes.join(', ') } } })
    if (row.url === old?.url) return
    // A report contains the password: a user must not learn it by redirecting the reports to a host of their own.
    const isReport = formatOf(Number(row.protocol)).kind === 'report'
    if (old && isReport && row.pw === old.pw && schemeAndHostOf(row.url) !== schemeAndHostOf(old.url))
      throw invalid({ pw: { key: 'error.rule.required' } })
    if (platform.settings.northAllowPrivate) return
    const host = literalOf(new URL(String(row.url)).hostname)
    if (isIP(host) && !isPublicAddress(host))
      throw invalid({ url: { key: 'error.north.private', args: { address: host } } })
  },
  async afterSave({ old, id }, trx) {
    if (old) await resetResult(trx, id)
  },
  async beforeDelete(deleting, trx) {
    const { platform, signedIn, id, row } = deleting
    await keepFromDeletion(deleting, () => !reachesAll(platform.registry, signedIn.caller, row.dev_list))
    for (const table of ['northstate', 'northsession', 'northspool'])
      await trx.deleteFrom(table).where('interface_id', '=', id).execute()
  },
  afterCommit: makeDue,
  computed(platform, row, language) {
    const result = resultsOf(platform).get(Number(row.id))
    return { last_result: resultText(result, language, platform.settings.timeZone), last_ok: result?.last_ok ?? null }
  },
}

/** Returns the host that an address leads to, with the scheme, which says whether the connection is encrypted. */
function schemeAndHostOf(url: Row[string] | undefined): string {
  const address = String(url)
  if (!URL.canParse(address)) return address
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

/**
 * Encrypts the password and the key of HJ 212 for storage. They cannot be hashed: the platform has to send the password
 * and use the key.
 */
async function closeSecrets(platform: Platform, row: Row, old: Row | null): Promise<void> {
  const vault = await vaultOf(platform.storage)
  const closed = (name: 'pw' | 'sm4', right: (text: string) => boolean, key: string): void => {
    const value = row[name]
    if (value === old?.[name] || value === null || value === undefined) return
    if (!right(String(value))) throw invalid({ [name]: { key } })
    row[name] = vault.close(String(value))
  }
  closed('pw', isPassword, 'error.hj212.pw')
  closed('sm4', (text) => sm4Key(text) !== null, 'error.hj212.key')
}
