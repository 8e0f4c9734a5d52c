import { useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { area } from '../../../resources/area.ts'
import { display } from '../../../resources/display.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import { rowsById, useNames } from '../../admin/fields/names.ts'
import { hmiAddress } from './hmiAddress.ts'
import { loadSettings } from '../../kit/hooks/settings.ts'
import { useCaller, useMe } from '../../kit/index.ts'
import { useProjectPins } from './useProjectPins.ts'

/** Whether the caller may edit display screens. */
export const useMayDesign = (): boolean => mayUse(useCaller(), display, 'edit')

/** Returns the address of a display screen's external editor, or why it cannot be opened. */
export function useDesign(row: Row): { href: string; reason: null } | { href: null; reason: string } {
  const translate = useTranslate()
  const { userToken } = useMe()
  const allowed = useMayDesign()
  const [hmiUrl, setHmiUrl] = useState<string | null>(null)
  useEffect(() => void loadSettings().then((settings) => setHmiUrl(settings.hmiUrl)), [])
  const districtPin = usePin(area.path, row['district_id'])
  const { pinOf, isLoading } = useProjectPins()
  const projectPin = pinOf(Number(row['project_id']) || null)
  const href = hmiAddress(hmiUrl, { token: userToken, hmiId: row.id, districtPin, projectPin })
  if (!allowed) return { href: null, reason: translate('display.noRights') }
  // Without the project's pin code the site would open another project's screen, or none.
  if (isLoading) return { href: null, reason: translate('shell.loading') }
  return href === null ? { href, reason: translate('display.noEditor') } : { href, reason: null }
}

/** Returns the pin code of a record, from its name list. */
function usePin(path: string, id: unknown): string {
  const { data } = useNames(path)
  return String(rowsById(data ?? []).get(Number(id))?.['pin_code'] ?? '')
}
