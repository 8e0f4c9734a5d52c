import { useTranslate } from 'ra-core'
import type { AlarmRecord, AlarmState } from '../../../dataProvider/alarms.ts'
import { StatusMark } from '../../ui/index.ts'

interface TallyProps {
  rows: readonly AlarmRecord[] | undefined
  total: number | undefined
  states: readonly AlarmState[]
  onStates: (states: readonly AlarmState[]) => void
  marked: number
  onHandle: () => void
  hint: string
}

/** One line over the table: how many there are, the states as filters with the page's tallies; while rows are marked, what is done with them. */
export function Tally({ rows, total, states, onStates, marked, onHandle, hint }: TallyProps) {
  const translate = useTranslate()
  const count = (state: AlarmState) => rows?.filter((row) => row.state === state && (state !== 0 || row.lasting)).length
  const recovered = rows?.filter(({ state, lasting }) => state === 0 && !lasting).length ?? 0
  const marks = { 0: 'alarm', 1: 'disabled', 2: 'online' } as const
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
          <span className="alarms-onPage">{translate('alarms.onPage')}</span>
          {([0, 1, 2] as const).map((state) => (
            <button key={state} type="button" className="ui-chip" aria-pressed={states.includes(state)} onClick={() => onStates(states.includes(state) ? states.filter((other) => other !== state) : [...states, state])}>
              <StatusMark status={marks[state]} />
              {translate(`alarms.states.${state}`)} <b>{count(state)}</b>
            </button>
          ))}
          {recovered > 0 && (
            <span className="alarms-recovered">
              <StatusMark status="offline" />
              {translate('alarms.recovered')} <b>{recovered}</b>
            </span>
          )}
        </span>
      )}
      <span className="alarms-hint">{hint}</span>
    </div>
  )
}
