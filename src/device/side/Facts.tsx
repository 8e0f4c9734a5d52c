import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { fetchAll } from '../../../dataProvider/lists.ts'
import { pushState } from '../../../dataProvider/calls/north.ts'
import { device as devices } from '../../../resources/device.ts'
import { gateway as gateways } from '../../../resources/gateway.ts'
import { resourceOf } from '../../../resources/index.ts'
import { mayOpen, mayUse } from '../../../resources/kit/access.ts'
import { product } from '../../../resources/product.ts'
import { labelIndex } from '../../../i18n/types.ts'
import { CredentialTab } from '../../entities/device/CredentialTab.tsx'
import { useMayRenew } from '../../entities/device/useMayRenew.ts'
import { mediumOf } from '../../environment/judge.ts'
import { siteLabelOf } from '../../environment/site.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { Dialog, useCaller, useExtensions, useLanguage } from '../../kit/index.ts'
import type { ShownDevice } from '../../live/display.ts'
import { shortMinute } from '../../live/times.ts'
import { useProductNames } from '../../live/useLiveNames.ts'
import { Card } from '../Card.tsx'
import css from '../devicePage.module.css'

/** The device's connections: its gateway, its model, its credential, and the receivers of its values. */
export function FactsCard({ shown }: { shown: ShownDevice }) {
  const translate = useTranslate()
  const caller = useCaller()
  const mayRenew = useMayRenew(devices)
  const [renewing, setRenewing] = useState(false)
  const products = useProductNames()
  const { device, gateway, at, zone } = shown
  const model = products.data?.find(({ id }) => id === device.devicetype_id)?.name
  const { pollutantOf, whereOf } = useMeasures()
  const language = labelIndex[useLanguage()]
  const site = siteLabelOf(whereOf(device.id, device.project_id))
  // The site determines the row of the standard: if it is not set, that is shown.
  const bySite = device.nodes.some(({ id }) => ['noise', 'water'].includes(mediumOf(pollutantOf(id) ?? '') ?? ''))
  const gatewayName = gateway ?? `#${device.gateway_id}`
  const facts: Fact[] = [
    [
      'gateway',
      device.gateway_id === null ? (
        translate('monitor.card.standalone')
      ) : (
        <>
          {mayOpen(caller, gateways.menuKey) ? (
            <Link to={`/${gateways.path}/${device.gateway_id}`}>{gatewayName}</Link>
          ) : (
            gatewayName
          )}
          {device.gateway_online !== null &&
            ` · ${translate(`shell.status.${device.gateway_online ? 'online' : 'offline'}`)}`}
        </>
      ),
    ],
    [
      'model',
      model && device.devicetype_id !== null && mayOpen(caller, product.menuKey) ? (
        <Link key="model" to={`/${product.path}/${device.devicetype_id}`}>
          {model}
        </Link>
      ) : (
        (model ?? '—')
      ),
    ],
    ['snValue', device.sn_value],
    ['site', site ? site[language] : bySite ? '—' : null],
    [
      'cycle',
      device.acquisition_cycle === null
        ? null
        : translate('deviceDialogs.data.seconds', { count: device.acquisition_cycle }),
    ],
    ['at', at === null ? '—' : zone.full(at)],
    [
      'credential',
      mayRenew ? (
        <button
          key="renew"
          type="button"
          className={css.textButton}
          aria-haspopup="dialog"
          onClick={() => setRenewing(true)}
        >
          {translate('devicePage.renew')}
        </button>
      ) : null,
    ],
    ['pushes', mayOpen(caller, resourceOf(NORTH).menuKey) ? <Pushes key="pushes" shown={shown} /> : null],
  ]
  return (
    <Card
      title={translate('devicePage.facts')}
      end={
        mayUse(caller, devices, 'list') && (
          <Link to={`/${devices.path}/${device.id}/detail`}>{translate('deviceDialogs.info.manage')}</Link>
        )
      }
    >
      <dl className={css.facts}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>
                {translate(name === 'site' ? `resources.${devices.path}.fields.site` : `devicePage.fact.${name}`)}
              </dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {renewing && (
        <Dialog title={translate('device.tab.credential')} width={520} onClose={() => setRenewing(false)}>
          <CredentialTab owner="godbDevice" id={device.id} />
        </Dialog>
      )}
    </Card>
  )
}

type Fact = [name: string, value: ReactNode]

const NORTH = 'pushService/northinterface'

/** The external receivers of its values, and the result of the last push. */
function Pushes({ shown }: { shown: ShownDevice }) {
  const translate = useTranslate()
  const { device, now, zone } = shown
  const told = useExtensions()?.has('northstate') === true
  const { data, error } = useQuery({
    queryKey: [NORTH, 'device', device.id, told],
    queryFn: async ({ signal }) => {
      const all = await fetchAll(resourceOf(NORTH), {}, signal)
      const rows = all.filter((row) => idsOf(row['dev_list']).includes(device.id))
      return Promise.all(
        rows.slice(0, MAX_INTERFACES).map(async (row) => ({
          id: row.id,
          name: String(row['name'] ?? row.id),
          state: told ? await pushState(row.id, signal) : null,
        })),
      )
    },
    staleTime: 60_000,
    retry: false,
  })
  if (!data) return error ? translate('shell.status.unknown') : '…'
  if (data.length === 0)
    return (
      <Suspense>
        <NoPushes />
      </Suspense>
    )
  return data.map(({ id, name, state }) => (
    <span key={id} className={css.push}>
      <Link to={`/${NORTH}/${id}`}>{name}</Link>
      {state &&
        ` · ${shortMinute(state.at, now, zone)} ${translate(state.ok ? 'devicePage.pushed' : 'devicePage.pushFailed')}`}
    </span>
  ))
}

const NoPushes = () => useLateWords('deviceNotes')('deviceNotes.noPushes')

/** Maximum number of interfaces listed. */
const MAX_INTERFACES = 3

const idsOf = (value: unknown): number[] =>
  Array.isArray(value)
    ? value.map(Number)
    : String(value ?? '')
        .split(',')
        .map(Number)
