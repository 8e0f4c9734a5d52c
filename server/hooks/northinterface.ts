import { isIP } from 'node:net'
import { invalid } from '../errors.ts'
import { isPublicAddress } from '../north/addresses.ts'
import { isPassword } from '../hj212/protocol/fields.ts'
import { vaultOf } from '../hj212/secrets.ts'
import { sm4Key } from '../hj212/protocol/sm4.ts'
import { formatOf, schemesOf } from '../north/formats/index.ts'
import { reachesAll } from '../north/reach.ts'
import { dueAtOnce, resetResult, resultsOf, resultText } from '../north/results.ts'
import { literalOf } from '../north/send.ts'
import type { Platform } from '../platform.ts'
import type { Hook } from '../platform/hook.ts'
import type { Row } from '../storage/row.ts'
import { keepElsewhere, keepFromDeletion } from './elsewhere.ts'
import { plainMn } from './mn.ts'

export const northinterfaceHook: Hook = {
  /** The key that passwords are kept under may have to be made first, which a transaction must not wait for. */
  async prepare({ platform }) {
    await vaultOf(platform.storage)
  },
  /** An address that is written out is refused here; a name is judged by what it resolves to at every push. */
  async beforeSave(saving) {
    const { platform, signedIn, row, old } = saving
    // Clients send 1 with every change (spec 2 §3). A 0 becomes is_stop 1, which the list shows and its switch takes back.
    if (row.is_enable === 0) Object.assign(row, { is_stop: 1, is_enable: 1 })
    // What is sent there of devices elsewhere is not theirs to read, to stop or to change.
    if (old) await keepElsewhere(saving, () => !reachesAll(platform.registry, signedIn.caller, old.dev_list))
    plainMn(row)
    await closeSecrets(platform, row, old)
    const schemes = schemesOf(formatOf(Number(row.protocol)))
    if (!schemes.some((scheme) => String(row.url).toLowerCase().startsWith(scheme)))
      throw invalid({ url: { key: 'error.north.target', args: { schemes: schemes.join(', ') } } })
    if (row.url === old?.url) return
    // A report says its password: nobody learns it by sending it to themselves.
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
  afterCommit: dueAtOnce,
  computed(platform, row, language) {
    const result = resultsOf(platform).get(Number(row.id))
    return { last_result: resultText(result, language, platform.settings.timeZone), last_ok: result?.last_ok ?? null }
  },
}

/** Where an address leads, and whether on the way it is encrypted. */
function schemeAndHostOf(url: Row[string] | undefined): string {
  const address = String(url)
  if (!URL.canParse(address)) return address
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

/** The password and the key of HJ 212 are kept encrypted: the protocol has the platform say the one and use the other. */
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
