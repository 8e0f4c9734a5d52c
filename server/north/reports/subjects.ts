import type { Selectable } from 'kysely'
import { parseIds } from '../../../resources/kit/access.ts'
import { hj212Of } from '../../hj212/protocol/fields.ts'
import { storedVersion, loadFactors } from '../../hj212/stations.ts'
import type { Version } from '../../hj212/protocol/segment.ts'
import type { Vault } from '../../hj212/secrets.ts'
import type { LiveDevice, LiveNode, Platform } from '../../platform.ts'
import type { Tables } from '../../storage/types.ts'

/** An HJ 212 interface in the form that the reports use: passwords in plain text, periods in ms. */
export interface ReportInterface {
  id: number
  projectId: number
  url: string
  version: Version
  /** MN of the whole interface; null where each device reports under its own MN. */
  mn: string | null
  pw: string
  st: string
  key: string | null
  /** The factors that are reported; null for all factors of the devices. */
  factors: ReadonlySet<string> | null
  devices: readonly number[]
  realtimeMs: number | null
  minutesMs: number | null
  hours: boolean
  days: boolean
  answers: boolean
  updatedAt: number
}

/** Subject of reports under one MN: one device, or all devices of the interface together (id 0). */
export interface Subject {
  id: number
  mn: string
  devices: readonly { device: LiveDevice; nodes: ReadonlyMap<string, LiveNode> }[]
}

export function reportsOf(row: Selectable<Tables['northinterface']>, vault: Vault): ReportInterface {
  const { hj_version, pw, st, sm4, factors, minute_period } = row
  const named = (factors ?? '')
    .split(/[,，;\s]+/)
    .map((factor) => factor.trim())
    .filter(Boolean)
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    version: storedVersion(hj_version ?? 2017),
    mn: hj212Of(row.mn),
    pw: vault.open(pw) ?? '',
    st: String(st ?? 22),
    key: vault.open(sm4),
    factors: named.length > 0 ? new Set(named) : null,
    devices: parseIds(row.dev_list),
    realtimeMs: row.send_realtime === 0 ? null : row.run_interval * 1000,
    minutesMs: minute_period ? minute_period * 60_000 : null,
    hours: row.send_hours !== 0,
    days: row.send_days !== 0,
    answers: row.answers_requests !== 0,
    updatedAt: row.updated_at,
  }
}

/**
 * Returns the subjects of an interface, with the node of each factor. Devices that are disabled, deleted, or moved to
 * another project are left out, and so are those without an MN or a factor; where two devices under one MN have the
 * same factor, the first reports it.
 *
 * @param shown which devices the caller may see; all of them for the platform's own reports
 */
export async function subjectsOf(
  { registry, storage }: Pick<Platform, 'registry' | 'storage'>,
  { devices, projectId, mn, factors }: ReportInterface,
  shown: (device: LiveDevice) => boolean = () => true,
): Promise<Subject[]> {
  const live = devices
    .flatMap((id) => registry.device(id) ?? [])
    .filter((device) => device.control_state === 0 && device.project_id === projectId && shown(device))
  if (live.length === 0) return []
  const models = await loadFactors(storage)
  const taken = new Set<string>()
  const found = live.map((device) => {
    const nodes = new Map<string, LiveNode>()
    for (const [factor, { nodemap }] of models.get(device.devicetype_id) ?? []) {
      const node = device.nodes.get(nodemap)
      if (!node || (factors && !factors.has(factor)) || (mn !== null && taken.has(factor))) continue
      taken.add(factor)
      nodes.set(factor, node)
    }
    return { device, nodes }
  })
  const telling = found.filter(({ nodes }) => nodes.size > 0)
  if (mn !== null) return telling.length > 0 ? [{ id: 0, mn, devices: telling }] : []
  const rows = await storage.read
    .selectFrom('device')
    .select(['id', 'mn', 'sn'])
    .where(
      'id',
      'in',
      live.map(({ id }) => id),
    )
    .execute()
  const names = new Map(rows.map(({ id, mn: own, sn }) => [id, hj212Of(own) ?? hj212Of(sn)]))
  return telling.flatMap(({ device, nodes }) => {
    const name = names.get(device.id) ?? null
    return name === null ? [] : [{ id: device.id, mn: name, devices: [{ device, nodes }] }]
  })
}
