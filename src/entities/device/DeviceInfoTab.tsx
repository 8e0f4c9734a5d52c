import { QueryContent } from './QueryContent.tsx'
import { StackedDialog } from './StackedDialog.tsx'
import { GatewayDevices } from '../gateway/GatewayDevices.tsx'
import { mayRead } from '../../../resources/reads.ts'
import { gatewayById } from '../../../dataProvider/calls/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@mui/material'
import { ListTree, Router } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { RecordValues } from '../../admin/dialogs/RecordValues.tsx'
import { nameIn, useNames } from '../../admin/fields/names.ts'
import { Skeleton, useCaller } from '../../kit/index.ts'
import formCss from '../../admin/form/form.module.css'
import { NodesDialog } from './NodesDialog.tsx'
import { deviceRead, gatewayRead } from './sections.ts'
import css from './device.module.css'

/** Skeleton of the device's information. */
export const DeviceInfoRoom = () => (
  <>
    <div className={css.buttons} aria-hidden>
      <Skeleton width={104} height={32} />
      <Skeleton width={104} height={32} />
    </div>
    <RecordValues resource={deviceRead} record={null} />
  </>
)

/** Information about a device, with buttons to its gateway and to the nodes of its model. */
export function DeviceInfoTab({ row }: { row: Row }) {
  const translate = useTranslate()
  const [open, setOpen] = useState<'gateway' | 'nodes' | null>(null)
  const [gateway, model] = [Number(row['gateway_id']), Number(row['devicetype_id'])]
  const { data: models = [] } = useNames('manage/product')
  const close = () => setOpen(null)
  return (
    <>
      <div className={css.buttons}>
        {gateway > 0 && Number(row['issingle']) === 0 && (
          <Button startIcon={<Router size={14} aria-hidden />} onClick={() => setOpen('gateway')}>
            {translate('device.gateway.title')}
          </Button>
        )}
        {model > 0 && (
          <Button startIcon={<ListTree size={14} aria-hidden />} onClick={() => setOpen('nodes')}>
            {translate('device.nodes.open')}
          </Button>
        )}
      </div>
      <RecordValues resource={deviceRead} record={row} />
      {open === 'gateway' && <GatewayDialog id={gateway} onClose={close} />}
      {open === 'nodes' && (
        <NodesDialog model={model} name={nameIn('manage/product', models, model) ?? `#${model}`} onClose={close} />
      )}
    </>
  )
}

/**
 * The gateway through which a device reports, in a dialog over the device's details; also for callers who may not open
 * the list of gateways.
 */
function GatewayDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const translate = useTranslate()
  const seesDevices = mayRead(useCaller(), 'live')
  const query = useQuery({
    queryKey: ['manage/gateway', 'byId', id],
    queryFn: ({ signal }) => gatewayById(id, signal),
    retry: false,
  })
  return (
    <StackedDialog title={translate('device.gateway.title')} width={670} onClose={onClose}>
      <QueryContent query={query} waiting={<RecordValues resource={gatewayRead} record={null} />}>
        {(row) => <RecordValues resource={gatewayRead} record={row} />}
      </QueryContent>
      {seesDevices && (
        <section className={formCss.section}>
          <h3 className={css.heading}>{translate('device.gateway.devices')}</h3>
          <GatewayDevices gateway={id} />
        </section>
      )}
    </StackedDialog>
  )
}
