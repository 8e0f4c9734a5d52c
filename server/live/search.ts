import { foldText, containsFolded } from '../../resources/kit/fold.ts'
import { device as devices } from '../../resources/device.ts'
import { gateway as gateways } from '../../resources/gateway.ts'
import { mayOpen, type Caller } from '../../resources/kit/access.ts'
import { containsText } from '../crud/textSearch.ts'
import { forbidden, invalid } from '../errors.ts'
import { searchText } from '../http/query.ts'
import type { LiveDevice, Platform } from '../platform.ts'

/**
 * Fields that can be searched, and the minimum number of characters (spec 1 §5). Fields that the live state does not
 * hold are searched in the database (wire.md, `codes`).
 */
const searches: Record<
  string,
  { min: number; field?: (device: LiveDevice) => string | null; stored?: 'iccid' | 'regcode' }
> = {
  name: { min: 2, field: (device) => device.name },
  sn: { min: 6, field: (device) => device.sn },
  sn_value: { min: 6, field: (device) => device.sn_value },
  iccid: { min: 6, stored: 'iccid' },
  regcode: { min: 2, stored: 'regcode' },
}

/**
 * Returns a test for the devices that match a search.
 *
 * @throws ApiError 400 for an unknown mode or a text that is too short, 403 where the caller may not search ICCIDs
 */
export async function searchOf(
  { storage }: Platform,
  caller: Caller,
  { search_mode, search_data }: Record<string, unknown>,
): Promise<(device: LiveDevice) => boolean> {
  const mode =
    typeof search_mode === 'string' && Object.hasOwn(searches, search_mode) ? searches[search_mode] : undefined
  if (!mode) throw invalid({ search_mode: { key: 'error.rule.choice' } })
  const needle = foldText(searchText(typeof search_data === 'number' ? String(search_data) : search_data) ?? '')
  if ([...needle].length < mode.min)
    throw invalid({ search_data: { key: 'error.rule.minLength', args: { min: mode.min } } })
  const { field, stored } = mode
  if (field) return (device) => containsFolded(field(device) ?? '', needle)
  // SIM card numbers are shown only in the list of devices, so the caller must be allowed to open that list.
  if (stored === 'iccid' && !mayOpen(caller, devices.menuKey)) throw forbidden()
  const { table } = stored === 'iccid' ? devices : gateways
  const rows = await storage.readAny
    .selectFrom(table)
    .select('id')
    .where(containsText(storage.engine, stored ?? 'regcode', needle))
    .execute()
  const ids = new Set(rows.map(({ id }) => Number(id)))
  return stored === 'iccid' ? ({ id }) => ids.has(id) : ({ gateway_id }) => gateway_id !== null && ids.has(gateway_id)
}
