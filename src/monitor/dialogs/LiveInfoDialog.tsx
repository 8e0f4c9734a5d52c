import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { device as devices } from '../../../resources/device.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import { devicePlace } from '../../map/places.ts'
import { Dialog, useCaller } from '../../kit/index.ts'
import type { ShownDevice } from '../../live/display.ts'
import { useProductNames } from '../../live/useLiveNames.ts'
import css from './dialogs.module.css'

/** What else is known of a device, as the platform's live state has it. */
export function LiveInfoDialog({ shown, onClose }: { shown: ShownDevice; onClose: () => void }) {
  const translate = useTranslate()
  const caller = useCaller()
  const { device, status, at, area, gateway, abnormal, alarm } = shown
  const products = useProductNames()
  const place = devicePlace(device.positional, device.id)
  const none = '—'
  const link = place && (
    <Link to={`/monitor/data?mode=map&device=${device.id}`}>
      {place.map((degrees) => degrees.toFixed(5)).join(', ')}
    </Link>
  )
  const facts: [string, ReactNode][] = [
    [translate('deviceDialogs.info.name'), device.name],
    [translate('deviceDialogs.info.sn'), device.sn || none],
    [translate('deviceDialogs.info.snValue'), device.sn_value ?? none],
    [translate('deviceDialogs.info.area'), area ?? translate('monitor.card.noArea')],
    [
      translate('deviceDialogs.info.gateway'),
      device.gateway_id === null ? translate('monitor.card.standalone') : (gateway ?? device.gateway_id),
    ],
    [translate('deviceDialogs.info.model'), products.data?.find(({ id }) => id === device.devicetype_id)?.name ?? none],
    [translate('deviceDialogs.info.status'), translate(`shell.status.${status}`)],
    [
      translate('deviceDialogs.info.run'),
      abnormal
        ? (alarm ?? translate('monitor.card.alarm', { count: device.thre_list.length }))
        : translate('monitor.filter.normal'),
    ],
    [translate('deviceDialogs.info.at'), at === null ? none : shown.zone.full(at)],
    [
      translate('deviceDialogs.info.cycle'),
      device.acquisition_cycle === null
        ? none
        : translate('deviceDialogs.data.seconds', { count: device.acquisition_cycle }),
    ],
    [translate('deviceDialogs.info.nodes'), device.nodes.length],
    [translate('deviceDialogs.info.place'), link ?? none],
  ]
  return (
    <Dialog
      title={translate('deviceDialogs.info.title')}
      width={480}
      onClose={onClose}
      footer={
        mayUse(caller, devices, 'list') && (
          <Button component={Link} to={`/${devices.path}/${device.id}/detail`}>
            {translate('deviceDialogs.info.manage')}
          </Button>
        )
      }
    >
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
