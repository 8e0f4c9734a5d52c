import { UserPlus, UserRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { isViolated, hasTwoLimits, operators } from '../../../resources/kit/rule.ts'
import { deviceAddress } from '../../../resources/menu.ts'
import { EpisodeClass } from '../../alarms/inbox/EpisodeClass.tsx'
import { ownerName } from '../../alarms/inbox/ownerName.ts'
import { valueText } from '../../alarms/inbox/valueText.ts'
import { LevelIcon } from '../../alarms/rule/LevelInput.tsx'
import { ageWords } from '../../live/display.ts'
import type { OpenAlarm } from './openAlarms.ts'
import css from './judged.module.css'

/**
 * Open alarms: level, message and device, current value against the limit, age, owner, and a link to handle the alarm.
 */
export function AlarmRows({ rows, now }: { rows: readonly OpenAlarm[]; now: number }) {
  const translate = useTranslate()
  return (
    <ul className={css.alarms}>
      {rows.map(({ id, level, message, device, deviceName, rule, at, episode, to }) => (
        <li key={id}>
          <LevelIcon level={level} named />
          <span>
            <b>{message}</b>
            {device === null ? <small>{deviceName}</small> : <Link to={deviceAddress(device)}>{deviceName}</Link>}
          </span>
          {episode && (
            <span className={css.beside}>
              <EpisodeClass episode={episode} />
            </span>
          )}
          <span className={css.rule} data-part="rule" title={rule}>
            {episode ? <Judged rule={rule} episode={episode} /> : rule}
          </span>
          <span className={css.small}>{ageWords(at, now, translate)}</span>
          {episode && <Whose episode={episode} />}
          <Link className={css.button} aria-label={`${translate('bell.handle')}: ${message}`} to={to}>
            {translate('bell.handle')}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * The current value with the violated limit: "128 > 115 µg/m³". If it violates none, or the rule judges something else
 * (a mean, a class), the value precedes the whole rule. Only the rule if the value is unknown, or the data of its node
 * stopped.
 */
function Judged({ rule, episode }: { rule: string; episode: Episode }) {
  const { value, limit, calc, condition, unitname } = episode
  const text = condition === 'no_data' ? '—' : valueText(episode, value)
  if (value === null || text === '—') return rule
  const isPlain = calc === 'value' && limit !== null && !hasTwoLimits(limit.operator) && isViolated(limit, value)
  return (
    <>
      <b>{text}</b>
      {isPlain
        ? `${operators[limit.operator].text('', valueText(episode, limit.x), '')} ${unitname}`
        : ` ${unitname} · ${rule}`}
    </>
  )
}

/** The owner of the alarm, or that it has none. */
function Whose({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const { assignee_id, roster_id } = episode
  if (assignee_id === null && roster_id === null)
    return (
      <span className={css.beside} data-nobody>
        <UserPlus size={14} aria-hidden /> {translate('inbox.nobody')}
      </span>
    )
  const name = ownerName(episode) || `#${assignee_id ?? roster_id}`
  return (
    <span className={css.beside} title={translate('inbox.owner', { name })}>
      <UserRound size={14} aria-hidden /> {name}
    </span>
  )
}
