import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { deviceStates } from '../../../dataProvider/calls.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { device } from '../../../resources/device.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { EmptyState, StatusMark, useCaller, type Status } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import { QueryContent } from '../device/QueryContent.tsx'
import deviceCss from '../device/device.module.css'

/**
 * The devices behind a gateway, with how many there are and how many are online. Names are links where the caller may
 * open the devices.
 */
export function GatewayDevices({ gateway }: { gateway: number }) {
  const translate = useTranslate()
  const linked = mayOpen(useCaller(), device.menuKey)
  const query = useQuery({
    queryKey: ['manage/gateway', 'devices', gateway],
    queryFn: async ({ signal }) => (await deviceStates(null, signal)).filter((state) => state.gateway_id === gateway),
    retry: false,
  })
  return (
    <QueryContent query={query}>
      {(devices) =>
        devices.length === 0 ? (
          <EmptyState title={translate('device.gateway.noDevices')} />
        ) : (
          <>
            <p className={fieldsCss.help}>
              {translate(
                devices.every((state) => statusOf(state) === 'unknown')
                  ? 'device.gateway.total'
                  : 'device.gateway.count',
                { total: devices.length, online: devices.filter((state) => statusOf(state) === 'online').length },
              )}
            </p>
            <div className={deviceCss.table}>
              <table className={clsx(tableCss.table, deviceCss.rowsTable)}>
                <thead>
                  <tr>
                    <th scope="col">{translate('device.gateway.device')}</th>
                    <th scope="col">{translate('device.gateway.sn')}</th>
                    <th scope="col">{translate('device.gateway.state')}</th>
                  </tr>
                </thead>
                <tbody>
                  {devices.map((state) => (
                    <tr key={state.id}>
                      <td>
                        {linked ? (
                          <Link className={tableCss.ref} to={`/manage/device/${state.id}/detail`}>
                            {state.name}
                          </Link>
                        ) : (
                          state.name
                        )}
                      </td>
                      <td className={textCss.mono}>{state.sn}</td>
                      <td>
                        <span className={fieldsCss.cellState} data-part="state" data-status={statusOf(state)}>
                          <StatusMark status={statusOf(state)} />
                          {statusOf(state) === 'unknown' ? '—' : translate(`shell.status.${statusOf(state)}`)}
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )
      }
    </QueryContent>
  )
}

const statusOf = ({ disabled, online }: DeviceState): Status =>
  disabled ? 'disabled' : online === null ? 'unknown' : online ? 'online' : 'offline'
