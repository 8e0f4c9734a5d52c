import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Wind } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { alarmRecords } from '../../dataProvider/alarms.ts'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { LevelIcon } from '../alarms/rule/LevelInput.tsx'
import { useCaller } from '../kit/index.ts'
import { ageWords, type ShownDevice } from '../live/display.ts'
import { readNode } from '../../resources/kit/reading.ts'
import { shortMinute } from '../live/times.ts'
import css from './devicePage.module.css'

const RECORDS = '/monitor/threoldManage'

/** The first thing one wants to know: what the station is like by law, what is wrong with it and what to do, and the weather where it is measured. */
export function Verdict({ shown, plate }: { shown: ShownDevice; plate: ReactNode }) {
  const weather = weatherOf(shown.device.nodes)
  return (
    <div className={css.verdict}>
      {plate}
      <AlarmCard shown={shown} />
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

/** The open alarm with its next steps, or since when all is quiet. */
function AlarmCard({ shown }: { shown: ShownDevice }) {
  const translate = useTranslate()
  const allowed = mayOpen(useCaller(), '2-3')
  const { device, now, zone } = shown
  const { data } = useQuery({
    queryKey: ['alarms', 'device', device.id, shown.abnormal],
    queryFn: ({ signal }) => alarmRecords({ device: device.id, page: 1, size: 20 }, signal),
    enabled: allowed,
    retry: false,
  })
  const record = data?.rows.find(({ lasting, state }) => lasting !== false && state === 0)
  if (!shown.abnormal) {
    const last = data?.rows[0]
    const since = last?.recoveredAt ?? last?.at
    return (
      <section className={css.card} data-part="quiet">
        <CircleCheck size={20} strokeWidth={1.75} aria-hidden />
        <p>
          <b>{translate('devicePage.quiet')}</b>
          {data && (
            <small>
              {since === undefined
                ? translate('devicePage.noAlarmEver')
                : translate('devicePage.quietSince', { time: shortMinute(since, now, zone) })}
            </small>
          )}
        </p>
      </section>
    )
  }
  return (
    <section className={css.card} data-part="alarm" aria-label={translate('devicePage.alarm')}>
      <LevelIcon level={Number(record?.level) || 3} />
      <p>
        <b>{record?.message ?? shown.alarm ?? translate('monitor.card.alarm', { count: device.thre_list.length })}</b>
        {record && (
          <small>
            {[record.rule, translate('devicePage.alarmAge', { age: ageWords(record.at, now, translate) })]
              .filter(Boolean)
              .join(' · ')}
          </small>
        )}
      </p>
      {record && (
        <Button
          component={Link}
          variant="contained"
          color="primary"
          className={css.alarmAct}
          to={`${RECORDS}?${new URLSearchParams({ filter: JSON.stringify({ device: device.id, states: ['open'] }), handle: String(record.id) }).toString()}`}
        >
          {translate('bell.handle')}
        </Button>
      )}
    </section>
  )
}

/** Nodes that say what the weather is like, by what they are called: wind, temperature, humidity, pressure. At most four. */
function weatherOf(nodes: readonly NodeState[]): { id: number; alias: string; text: string }[] {
  return WEATHER.flatMap((named) => {
    const node = nodes.find(({ alias, value }) => value !== null && named.test(alias))
    if (!node) return []
    const reading = readNode(node)
    const text =
      reading.kind === 'number' ? `${reading.text} ${node.unitname}` : reading.kind === 'text' ? reading.text : null
    return text === null ? [] : [{ id: node.id, alias: node.alias, text: text.trim() }]
  })
}

const WEATHER = [
  /风向|風向|wind dir/i,
  /风速|風速|wind speed/i,
  /^(环境|環境)?(温度|溫度|气温|氣溫)|temperature/i,
  /湿度|濕度|humidity/i,
]
