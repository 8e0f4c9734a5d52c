import { Button } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Wind } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { alarmRecords, type AlarmRecord } from '../../dataProvider/alarms.ts'
import { openAlarms } from '../../dataProvider/calls/deviceAlarms.ts'
import type { WatchingRule } from '../../dataProvider/calls/deviceRules.ts'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { alarmsAddress, episodeAddress, recordAddress } from '../alarms/address.ts'
import { LevelIcon } from '../alarms/rule/LevelInput.tsx'
import { useWind } from '../environment/useWind.ts'
import { useCaller, useExtensions } from '../kit/index.ts'
import { ageWords, stateWords, type ShownDevice } from '../live/display.ts'
import { readNode, type WindNodes } from '../../resources/kit/reading.ts'
import { shortMinute } from '../live/times.ts'
import { POLL_INTERVAL_MS, useTake } from './useTake.ts'
import css from './devicePage.module.css'

interface VerdictProps {
  shown: ShownDevice
  plate: ReactNode
  /** The rules that watch the device; undefined while they are unknown, or if the user may not see them. */
  rules: readonly WatchingRule[] | undefined
}

/** Summary of the device: the station's verdict, what is wrong and what to do, and the weather if it is measured. */
export function Verdict({ shown, plate, rules }: VerdictProps) {
  const windOf = useWind()
  const weather = weatherOf(shown.device.nodes, windOf(shown.device.nodes))
  return (
    <div className={css.verdict}>
      {plate}
      <AlarmCard shown={shown} rules={rules} />
      {weather.length > 0 && (
        <section className={css.card} data-part="weather">
          <Wind size={20} strokeWidth={1.75} aria-hidden />
          <ul className={css.weather}>
            {weather.map(({ id, alias, text }) => (
              <li key={id}>
                <span className={css.small}>{alias}</span> {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type AlarmCardProps = Pick<VerdictProps, 'shown' | 'rules'>

/**
 * The open alarms with their next steps, or since when there are none. Records of alarms are shown only to users who
 * may read them.
 */
function AlarmCard({ shown, rules }: AlarmCardProps) {
  const allowed = mayOpen(useCaller(), '2-3')
  if (shown.abnormal) return <OpenAlarms shown={shown} allowed={allowed} />
  return allowed && <QuietCard shown={shown} rules={rules} />
}

/**
 * The card says "quiet" only if a rule watches the device and the device sends data; otherwise it says which of the two
 * is missing.
 */
function QuietCard({ shown, rules }: AlarmCardProps) {
  const translate = useTranslate()
  const { device, status, now, zone } = shown
  const { data } = useQuery({
    queryKey: ['alarms', 'device', device.id, 'last'],
    queryFn: ({ signal }) => alarmRecords({ device: device.id, page: 1, size: 1 }, signal),
    retry: false,
  })
  const last = data?.rows[0]
  const since = last?.recoveredAt ?? last?.at
  const sends = status === 'online' || status === 'unknown'
  const watched = rules?.some(({ enabled }) => enabled)
  const quiet = sends && watched !== false
  const Icon = quiet && watched ? CircleCheck : CircleDashed
  return (
    <section className={css.card} data-part="quiet" data-watched={(quiet && watched) || undefined}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <p>
        <b>
          {!sends ? stateWords(shown, null, translate) : translate(quiet ? 'devicePage.quiet' : 'devicePage.noRules')}
        </b>
        {quiet && data && (
          <small>
            {since === undefined
              ? translate('devicePage.noAlarmEver')
              : translate('devicePage.quietSince', { time: shortMinute(since, now, zone) })}
          </small>
        )}
      </p>
      {last && (
        <span className={css.cardEnd}>
          <AllAlarms device={device.id} />
        </span>
      )}
    </section>
  )
}

/** Number of open alarms that are listed individually. */
const FIRST = 3

function OpenAlarms({ shown, allowed }: { shown: ShownDevice; allowed: boolean }) {
  const translate = useTranslate()
  const { device, now } = shown
  const { data: records = NONE } = useQuery({
    queryKey: ['alarms', 'device', device.id, 'open', device.thre_list],
    queryFn: ({ signal }) => openAlarms(device.id, signal),
    enabled: allowed,
    refetchInterval: POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const standingOf = useTake(device, allowed)
  const more = records.length - FIRST
  return (
    <section className={css.card} data-part="alarm" aria-label={translate('devicePage.alarm')}>
      <ul className={css.alarms}>
        {records.slice(0, FIRST).map((record) => {
          const { take, owner } = standingOf(record.id)
          const age = translate('devicePage.alarmAge', { age: ageWords(record.at, now, translate) })
          return (
            <li key={record.id}>
              <LevelIcon level={typeof record.level === 'number' ? record.level : null} named />
              <p>
                <b>{record.message}</b>
                <small>{[record.rule, age, owner].filter(Boolean).join(' · ')}</small>
              </p>
              <NextSteps record={record} shown={shown} take={take} />
            </li>
          )
        })}
        {records.length === 0 && (
          <li>
            <LevelIcon level={null} />
            <p>
              <b>{shown.alarm ?? translate('monitor.card.alarm', { count: device.thre_list.length })}</b>
            </p>
          </li>
        )}
      </ul>
      {allowed && (
        <footer className={css.alarmsFoot}>
          {more > 0 && <span className={css.small}>{translate('devicePage.moreAlarms', { smart_count: more })}</span>}
          <AllAlarms device={device.id} />
        </footer>
      )}
    </section>
  )
}

const NONE: readonly AlarmRecord[] = []

interface NextStepsProps {
  record: AlarmRecord
  shown: ShownDevice
  take: (() => void) | null
}

/**
 * A button to take the alarm if it has no owner, and a link to its place in the inbox, among the alarms of its device,
 * or to the records of its day if there is no inbox.
 */
function NextSteps({ record, shown: { device, zone }, take }: NextStepsProps) {
  const translate = useTranslate()
  const works = useExtensions()?.has('alarmwork') === true
  // The button disappears when pressed: keyboard users continue from this link.
  const place = useRef<HTMLAnchorElement>(null)
  return (
    <span className={css.alarmActs}>
      {take && (
        <Button
          variant="contained"
          color="primary"
          aria-label={`${translate('inbox.acts.acknowledge')}: ${record.message}`}
          onClick={() => {
            take()
            place.current?.focus()
          }}
        >
          {translate('inbox.acts.acknowledge')}
        </Button>
      )}
      <Button
        ref={place}
        component={Link}
        variant={take ? 'outlined' : 'contained'}
        color={take ? 'inherit' : 'primary'}
        aria-label={`${translate('bell.handle')}: ${record.message}`}
        to={
          works
            ? episodeAddress(record.id, { device: device.id, view: 'all' })
            : recordAddress({ id: record.id, device: device.id, day: zone.day(record.at) })
        }
      >
        {translate('bell.handle')}
      </Button>
    </span>
  )
}

function AllAlarms({ device }: { device: number }) {
  const translate = useTranslate()
  const works = useExtensions()?.has('alarmwork') === true
  return <Link to={alarmsAddress({ device, ...(works && { view: 'all' }) })}>{translate('devicePage.allAlarms')}</Link>
}

/**
 * Returns the nodes of the weather: the wind's nodes as reported, all others by their names: temperature, humidity. At
 * most four.
 */
function weatherOf(nodes: readonly NodeState[], wind: WindNodes | null): { id: number; alias: string; text: string }[] {
  const known = nodes.filter(({ value }) => value !== null)
  return WEATHER.flatMap(([named, part]) => {
    const own = wind && part && known.find(({ id }) => id === wind[part])
    const node = own ?? known.find(({ alias }) => named.test(alias))
    if (!node) return []
    const reading = readNode(node)
    const text =
      reading.kind === 'number' ? `${reading.text} ${node.unitname}` : reading.kind === 'text' ? reading.text : null
    return text === null ? [] : [{ id: node.id, alias: node.alias, text: text.trim() }]
  })
}

const WEATHER: readonly (readonly [RegExp, keyof WindNodes | null])[] = [
  [/风向|風向|wind dir/i, 'direction'],
  [/风速|風速|wind speed/i, 'speed'],
  [/^(环境|環境)?(温度|溫度|气温|氣溫)|temperature/i, null],
  [/湿度|濕度|humidity/i, null],
]
