import type { Storage } from '../storage/types.ts'
import type { Station } from './protocol/protocol.ts'
import { VERSIONS, type Version } from './protocol/segment.ts'
import type { Vault } from './secrets.ts'

/** Returns the version of a stored number; 2017 for an unknown one. */
export const storedVersion = (year: number): Version => Object.values(VERSIONS).find((known) => known === year) ?? 2017

/**
 * Loads the devices that may sign in over HJ 212: enabled ones with a password, under their MN or, without one, under
 * their device code.
 */
export async function loadStations({ read }: Pick<Storage, 'read'>, vault: Vault): Promise<Station[]> {
  const rows = await read
    .selectFrom('hj212station')
    .innerJoin('device as own', 'own.id', 'hj212station.device_id')
    .where('control_state', '=', 0)
    .select(['own.id', 'own.sn', 'own.mn', 'hj212station.version', 'hj212station.pw', 'hj212station.sm4'])
    .orderBy('own.id')
    .execute()
  const stations = new Map<string, Station>()
  // An MN takes precedence over an equal device code.
  for (const row of rows.toSorted((a, b) => Number(!a.mn) - Number(!b.mn))) {
    const mn = (row.mn || row.sn || '').toUpperCase()
    const pw = vault.open(row.pw)
    if (mn !== '' && pw !== null && !stations.has(mn))
      stations.set(mn, { device: row.id, mn, pw, key: vault.open(row.sm4), version: storedVersion(row.version) })
  }
  return [...stations.values()]
}

/** Loads the node address of each factor by product model. A node map's message key names its factor. */
export async function loadFactors({
  read,
}: Pick<Storage, 'read'>): Promise<Map<number, Map<string, { nodeaddr: number; nodemap: number }>>> {
  const rows = await read
    .selectFrom('nodemap')
    .select(['id', 'devicetype_id', 'nodeaddr', 'key_msg'])
    .where('key_msg', 'is not', null)
    .orderBy('id')
    .execute()
  const models = new Map<number, Map<string, { nodeaddr: number; nodemap: number }>>()
  for (const { id, devicetype_id, nodeaddr, key_msg } of rows) {
    const factor = (key_msg ?? '').trim()
    const factors = models.get(devicetype_id) ?? new Map<string, { nodeaddr: number; nodemap: number }>()
    models.set(devicetype_id, factors)
    if (factor !== '' && !factors.has(factor)) factors.set(factor, { nodeaddr, nodemap: id })
  }
  return models
}
