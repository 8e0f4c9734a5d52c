import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { DiscardDialog } from '../../admin/form/DiscardDialog.tsx'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import { useLeaveGuard } from '../../admin/useLeaveGuard.ts'
import { useRecord } from '../../admin/form/useRecord.ts'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useCaller } from '../../kit/index.ts'
import { CredentialTab } from './CredentialTab.tsx'
import { DeviceInfoRoom, DeviceInfoTab } from './DeviceInfoTab.tsx'
import { QueryContent } from './QueryContent.tsx'
import { ShadowTab } from './ShadowTab.tsx'
import { SimTab } from './SimTab.tsx'
import { FIRST_COMMAND, isCommandTyped } from './hj212/StationCommands.tsx'
import { useStations } from './hj212/useStations.ts'
import { isTyped, StationTab, type StationDraft } from './hj212/StationTab.tsx'
import { TabbedDialog } from './TabbedDialog.tsx'
import { useMayRenew } from './useMayRenew.ts'
import { useShadow } from './useShadow.ts'

/**
 * Details of a device (spec 2 §2): its information, its virtual twin (super administrators only), its SIM card where it
 * has one, and its telemetry credential for callers who may edit it.
 */
export default function DeviceDetail({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const superUser = isSuper(useCaller())
  const mayRenew = useMayRenew(resource)
  const stations = useStations()
  const { record, error, retry } = useRecord(resource, id)
  const shadow = useShadow(record)
  const [station, setStation] = useState<StationDraft>({})
  const [command, setCommand] = useState(FIRST_COMMAND)
  const guard = useLeaveGuard(
    shadow.dirty || isTyped(station, String(record?.['mn'] ?? '')) || isCommandTyped(command),
    onClose,
  )
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  const iccid = String(record?.['iccid'] ?? '')
  const query = { data: record ?? undefined, error, refetch: retry }
  const tabs = [
    {
      name: 'info',
      label: translate('device.tab.device'),
      panel: (
        <QueryContent query={query} waiting={<DeviceInfoRoom />}>
          {(row) => <DeviceInfoTab row={row} />}
        </QueryContent>
      ),
    },
    ...(superUser
      ? [
          {
            name: 'shadow',
            label: translate('device.tab.shadow'),
            panel: <QueryContent query={query}>{() => <ShadowTab id={id} form={shadow} />}</QueryContent>,
          },
        ]
      : []),
    ...(iccid === ''
      ? []
      : [
          {
            name: 'sim',
            label: translate('device.tab.sim'),
            panel: <SimTab firm={record?.['iccid_firm']} iccid={iccid} />,
          },
        ]),
    ...(stations && record
      ? [
          {
            name: 'hj212',
            label: translate('hj212.tab'),
            panel: (
              <StationTab
                resource={resource}
                id={id}
                mn={String(record['mn'] ?? '')}
                draft={station}
                onDraft={setStation}
                command={{ draft: command, onDraft: setCommand }}
              />
            ),
          },
        ]
      : []),
    ...(mayRenew
      ? [
          {
            name: 'credential',
            label: translate('device.tab.credential'),
            panel: <CredentialTab owner="godbDevice" id={id} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <TabbedDialog
        title={pick(label)}
        named={record ? titleOf(resource, record) : undefined}
        width={990}
        tabs={tabs}
        onClose={guard.close}
      />
      <DiscardDialog guard={guard} />
    </>
  )
}
