import { useTranslate } from 'ra-core'
import { ALARM_GROUPS, type AlarmGroup } from '../../../dataProvider/alarms.ts'
import { StatusMark } from '../../kit/index.ts'

interface TallyProps {
  /** How many records the filters find, the groups among them. */
  total: number | undefined
  /** How many there are of each group of all that the other filters find; absent until known. */
  totals: Partial<Record<AlarmGroup, number>>
  /** The platform tells what recovered unhandled from what is to be handled. */
  grouped: boolean
  groups: readonly AlarmGroup[]
  onGroups: (groups: readonly AlarmGroup[]) => void
  marked: number
  onHandle: () => void
  hint: string
}

const looks = { open: 'alarm', over: 'offline', false: 'disabled', handled: 'online' } as const
const words = {
  open: 'alarms.states.0',
  over: 'alarms.recovered',
  false: 'alarms.states.1',
  handled: 'alarms.states.2',
} as const

/** One line over the table: how many there are, the groups as filters with how many each of them has; while rows are marked, what is done with them. */
export function Tally({ total, totals, grouped, groups, onGroups, marked, onHandle, hint }: TallyProps) {
  const translate = useTranslate()
  const shown = ALARM_GROUPS.filter((group) => grouped || group !== 'over')
  const nameOf = (group: AlarmGroup) =>
    translate(!grouped && group === 'open' ? 'alarms.unhandledOrOver' : words[group])
  return (
    <div className="alarms-tally">
      <span role="status">{total !== undefined && translate('alarms.total', { count: total })}</span>
      {marked > 0 ? (
        <>
          <b role="status">{translate('alarms.marked', { count: marked })}</b>
          <button type="button" className="ui-button ui-button--primary" onClick={onHandle}>
            {translate('alarms.handleMarked')}
          </button>
        </>
      ) : (
        <span className="alarms-states" role="group" aria-label={translate('alarms.state')}>
          {shown.map((group) => (
            <button
              key={group}
              type="button"
              className="ui-chip"
              aria-pressed={groups.includes(group)}
              onClick={() =>
                onGroups(groups.includes(group) ? groups.filter((other) => other !== group) : [...groups, group])
              }
            >
              <StatusMark status={looks[group]} />
              {nameOf(group)} <b>{totals[group]?.toLocaleString('en-US')}</b>
            </button>
          ))}
        </span>
      )}
      <span className="alarms-hint">{hint}</span>
    </div>
  )
}
