import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChartLine, MapPin, Network, SquareArrowOutUpRight, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useContext, useEffect, useRef, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { reverseGeocode, type Address } from '../../../dataProvider/calls/geocode.ts'
import type { Pair } from '../../../resources/kit/datum.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { deviceAddress } from '../../../resources/menu.ts'
import { Plate } from '../../environment/Plate.tsx'
import type { StationVerdict } from '../../environment/verdict.ts'
import { useLastHour } from '../../live/sparklines/lastHour.ts'
import { DeviceStoreContext } from '../../live/useDevice.ts'
import { Badge, useCaller } from '../../kit/index.ts'
import { useGiveBack } from '../../kit/layers/focus.ts'
import { DeviceMenu } from '../dialogs/DeviceActions.tsx'
import { besideAlarm } from '../../live/deviceStatus.ts'
import { alarmNodesFirst, isAlarmNode, plateState, stateWords, useShownDevice } from '../../live/display.ts'
import { UpkeepMark } from '../../live/UpkeepMark.tsx'
import { knownPlace } from '../../../resources/kit/places.ts'
import { HISTORY_KEY } from '../../../resources/pageKeys.ts'
import { DeviceWords } from '../list/DeviceWords.tsx'
import { NodeLine } from '../list/NodeLine.tsx'
import { useNodeMarks } from '../list/nodeMarks.ts'
import css from './mapMode.module.css'

interface DeviceMapCardProps {
  id: number
  place: Pair
  /** The device's verdict. */
  verdict: StationVerdict | undefined
  /** Names from the top area down to the device's own. */
  areas: readonly string[]
  onClose: () => void
}

const NODES = 4

/**
 * A device on the map: name, states, worst alarm, area, address, four nodes with live values, and links to more. The
 * address arrives later without moving anything.
 */
export function DeviceMapCard({ id, place, verdict, areas, onClose }: DeviceMapCardProps) {
  const translate = useTranslate()
  const opensHistory = mayOpen(useCaller(), HISTORY_KEY)
  const history = useLastHour(useContext(DeviceStoreContext).history, id)
  const shown = useShownDevice(id)
  const marks = useNodeMarks(true)
  const card = useRef<HTMLElement>(null)
  useGiveBack()
  useEffect(() => card.current?.focus({ preventScroll: true }), [])
  if (shown === null) return null
  const { device, status, abnormal, measured, now, zone } = shown
  const apart = besideAlarm(status, device)
  const markOf = marks(shown)
  const nodes = alarmNodesFirst(shown).slice(0, NODES)
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
  return (
    <section className={css.card} ref={card} role="dialog" aria-label={device.name} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={css.cardHead}>
        <h2 title={device.name}>{device.name}</h2>
        <Badge tone={apart}>{translate(`shell.status.${apart}`)}</Badge>
        {abnormal && <Badge tone={measured ? 'alarm' : 'stale'}>{translate('shell.status.alarm')}</Badge>}
        <DeviceMenu id={id} name={device.name} />
        <button type="button" className={css.close} aria-label={translate('shell.close')} onClick={onClose}>
          <X size={14} strokeWidth={1.9} aria-hidden />
        </button>
      </header>
      <Plate verdict={verdict} {...plateState(shown)} size="large" />
      {abnormal && (
        <p className={css.cardAlarm}>
          <DeviceWords shown={shown} />
        </p>
      )}
      <p className={css.cardLine}>
        <Network size={14} strokeWidth={1.75} aria-hidden />
        <span>{areas.length > 0 ? areas.join(' / ') : translate('monitor.card.noArea')}</span>
      </p>
      <UpkeepMark shown={shown} />
      <AddressLine place={place} unset={knownPlace(device.positional) === null} />
      <div className={css.cardNodes}>
        {nodes.map((node) => (
          <NodeLine
            key={node.id}
            device={id}
            node={node}
            line={history.lineOf(id, node.id)}
            status={status}
            alarm={isAlarmNode(shown, node)}
            mark={markOf(node)}
            isPast={shown.isPast}
          />
        ))}
        {nodes.length === 0 && <p className={css.none}>{translate('monitor.card.noNodes')}</p>}
      </div>
      <footer className={css.cardFoot}>
        <span>{stateWords({ ...shown, abnormal: false }, null, translate)}</span>
        <Button size="small" component={Link} to={deviceAddress(id)}>
          <SquareArrowOutUpRight size={14} strokeWidth={1.9} aria-hidden />
          {translate('map.card.open')}
        </Button>
        {opensHistory && (
          <Button size="small" component={Link} to={`/monitor/history?devices=${id}&day=${zone.day(now)}`}>
            <ChartLine size={14} strokeWidth={1.9} aria-hidden />
            {translate('map.card.history')}
          </Button>
        )}
      </footer>
    </section>
  )
}

function AddressLine({ place: [lng, lat], unset }: { place: Pair; unset: boolean }) {
  const translate = useTranslate()
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: ['map', 'address', lng.toFixed(4), lat.toFixed(4)],
    queryFn: ({ signal }) => reverseGeocode(lng, lat, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !unset,
  })
  const isWaiting = isFetching && data === undefined
  const words = unset
    ? translate('map.card.unset')
    : isWaiting
      ? translate('map.card.locating')
      : addressWords(data, translate) || translate('map.card.noAddress')
  return (
    <p className={clsx(css.cardLine, isWaiting && css.cardLineWaiting)} title={words} aria-live="polite">
      <MapPin size={14} strokeWidth={1.75} aria-hidden />
      <span>{words}</span>
      {/* Stays while the request is repeated, since the focus is on it. */}
      {errorUpdateCount > 0 && data === undefined && (
        <button type="button" className={css.cardAgain} aria-busy={isFetching} onClick={() => void refetch()}>
          {translate('shell.retry')}
        </button>
      )}
    </p>
  )
}

/** Returns an address as text: the service's own, else the streets, else the area and its distance. */
function addressWords(
  address: Address | null | undefined,
  translate: (key: string, options?: object) => string,
): string {
  if (!address) return ''
  if (address.address !== null) return address.address
  const area = address.areas.at(-1) ?? ''
  const [first, second] = address.streets
  const crossing =
    first !== undefined && second !== undefined ? translate('map.address.crossing', { first, second }) : first
  const street = crossing === undefined ? null : translate('map.address.near', { place: crossing })
  const distance =
    address.metres === null || address.metres < 50
      ? null
      : address.metres < 1000
        ? `${address.metres} m`
        : `${(address.metres / 1000).toFixed(1)} km`
  const place =
    area === ''
      ? ''
      : street !== null || distance === null
        ? area
        : translate('map.address.away', { place: area, distance })
  return [place, street].filter(Boolean).join(' · ')
}
