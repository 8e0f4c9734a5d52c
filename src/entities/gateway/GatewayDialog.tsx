import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { gatewayById } from '../../../dataProvider/device.ts'
import { mayRead } from '../../../resources/reads.ts'
import { RecordValues } from '../../admin/dialogs/RecordValues.tsx'
import { useCaller } from '../../kit/index.ts'
import { GatewayDevices } from './GatewayDevices.tsx'
import { InfoDialog } from '../device/InfoDialog.tsx'
import { Loaded } from '../device/Loaded.tsx'
import { gatewayRead } from '../device/sections.ts'

/** The gateway a device reports through, over the device's details; also for those who may not open the gateways themselves. */
export function GatewayDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const translate = useTranslate()
  const seesDevices = mayRead(useCaller(), 'live')
  const query = useQuery({
    queryKey: ['manage/gateway', 'byId', id],
    queryFn: ({ signal }) => gatewayById(id, signal),
    retry: false,
  })
  return (
    <InfoDialog title={translate('device.gateway.title')} width={670} onClose={onClose}>
      <Loaded query={query} waiting={<RecordValues resource={gatewayRead} record={null} />}>
        {(row) => <RecordValues resource={gatewayRead} record={row} />}
      </Loaded>
      {seesDevices && (
        <section className="crud-section">
          <h3 className="device-heading">{translate('device.gateway.devices')}</h3>
          <GatewayDevices gateway={id} />
        </section>
      )}
    </InfoDialog>
  )
}
