import { useTranslate } from 'react-admin'
import { WireError } from '../../../dataProvider/http.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { mayRead } from '../../../resources/reads.ts'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import { RecordValues } from '../../admin/dialogs/RecordValues.tsx'
import { useRecord } from '../../admin/form/useRecord.ts'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useCaller } from '../../kit/index.ts'
import { CredentialTab } from '../device/CredentialTab.tsx'
import { GatewayDevices } from './GatewayDevices.tsx'
import { QueryContent } from '../device/QueryContent.tsx'
import { gatewayRead } from '../device/sections.ts'
import { SimTab } from '../device/SimTab.tsx'
import { TabbedDialog } from '../device/TabbedDialog.tsx'
import { useMayRenew } from '../device/useMayRenew.ts'

/**
 * Details of a gateway: its information, the devices behind it for callers who may see live states, its SIM card where
 * it has one, and its telemetry credential for callers who may edit it.
 */
export default function GatewayDetail({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const { record, error, retry } = useRecord(resource, id)
  const mayRenew = useMayRenew(resource)
  const seesDevices = mayRead(useCaller(), 'live')
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  const iccid = String(record?.['iccid'] ?? '')
  const tabs = [
    {
      name: 'info',
      label: translate('device.tab.gateway'),
      panel: (
        <QueryContent
          query={{ data: record ?? undefined, error, refetch: retry }}
          waiting={<RecordValues resource={gatewayRead} record={null} />}
        >
          {(row) => <RecordValues resource={gatewayRead} record={row} />}
        </QueryContent>
      ),
    },
    ...(seesDevices
      ? [{ name: 'devices', label: translate('device.gateway.devices'), panel: <GatewayDevices gateway={id} /> }]
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
    ...(mayRenew
      ? [
          {
            name: 'credential',
            label: translate('device.tab.credential'),
            panel: <CredentialTab owner="godbGateway" id={id} />,
          },
        ]
      : []),
  ]
  return (
    <TabbedDialog
      title={pick(label)}
      named={record ? titleOf(resource, record) : undefined}
      width={990}
      tabs={tabs}
      onClose={onClose}
    />
  )
}
