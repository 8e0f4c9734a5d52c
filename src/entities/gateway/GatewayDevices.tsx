import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { deviceStates } from '../../../dataProvider/calls.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { device } from '../../../resources/device.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { EmptyState, StatusMark, useCaller, type Status } from '../../kit/index.ts'
import { Loaded } from '../device/Loaded.tsx'

/** The devices behind a gateway, those that are online first counted. Names lead to the devices where the caller may open them. */
export function GatewayDevices({ gateway }: { gateway: number }) {
  const translate = useTranslate()
  const linked = mayOpen(useCaller(), device.menuKey)
  const query = useQuery({
    queryKey: ['manage/gateway', 'devices', gateway],
    queryFn: async ({ signal }) => (await deviceStates(null, signal)).filter((state) => state.gateway_id === gateway),
    retry: false,
  })
  return (
    <Loaded query={query}>
      {(devices) =>
        devices.length === 0 ? (
          <EmptyState title={translate('device.gateway.noDevices')} />
        ) : (
          <>
            <p className="field-help">
              {translate(
                devices.every((state) => statusOf(state) === 'unknown')
                  ? 'device.gateway.total'
                  : 'device.gateway.count',
                { total: devices.length, online: devices.filter((state) => statusOf(state) === 'online').length },
              )}
            </p>
            <div className="device-table">
              <table className="crud-table">
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
                          <Link className="crud-ref" to={`/manage/device/${state.id}/detail`}>
                            {state.name}
                          </Link>
                        ) : (
                          state.name
                        )}
                      </td>
                      <td className="mono">{state.sn}</td>
                      <td>
                        <span className="cell-state" data-status={statusOf(state)}>
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
    </Loaded>
  )
}

const statusOf = ({ disabled, online }: DeviceState): Status =>
  disabled ? 'disabled' : online === null ? 'unknown' : online ? 'online' : 'offline'
