import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { MAX_EXCEPTIONS, readRoster } from '../../../resources/kit/duty/record.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { DAY, HOUR } from '../../../resources/kit/zone.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { TimeInput } from '../../admin/fields/controls/dayInputs.tsx'
import { Lines, linesOf } from '../../admin/fields/controls/lines.tsx'
import { useChosenProject } from '../../admin/fields/controls/useRefChoices.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { useZone } from '../../kit/hooks/useZone.ts'
import { Combo } from '../../kit/layers/Combo.tsx'
import { useClock } from '../../live/useClock.ts'
import { OnCallDays } from './OnCallDays.tsx'
import { usePeople } from './usePeople.ts'
import css from './roster.module.css'

/** One exception as it is filled in: fields that are not chosen yet are missing. */
interface Draft {
  from?: number | ''
  until?: number | ''
  whom?: number | null
  by?: number | null
}

/** Days of the preview. */
const PREVIEW = 14

/**
 * Editor of exceptions: who replaces whom, from when until when; below it a preview of who is on call in the coming
 * days.
 */
export function ExceptionsInput(control: ControlProps) {
  const { id, name, value, inputRef, disabled } = control
  const translate = useTranslate()
  const now = useClock(60_000)
  const { caller } = useFormInfo()
  const chosen = useChosenProject(name)
  const { options, nameOf } = usePeople(isSuper(caller) ? chosen : caller.project_id)
  const begin = Math.ceil(now / HOUR) * HOUR
  return (
    <div className={css.exceptions}>
      <Lines<Draft>
        control={control}
        lines={linesOf(value, (row): Draft => row)}
        most={MAX_EXCEPTIONS}
        words={{ line: 'duty.exception', remove: 'duty.removeException', add: 'duty.addException' }}
        begin={() => ({ from: begin, until: begin + DAY, whom: null })}
      >
        {(draft, at, set) => {
          const time = (part: 'from' | 'until') => (
            <TimeInput
              {...PLAIN}
              inputRef={at === 0 && part === 'from' ? inputRef : null}
              id={`${id}-${at}-${part}`}
              label={translate(`duty.${part}`)}
              value={draft[part] ?? ''}
              disabled={disabled}
              onChange={(moment) => set({ [part]: moment === '' ? '' : Number(moment) })}
            />
          )
          return (
            <>
              <span className={css.span}>
                {time('from')}
                <span aria-hidden>–</span>
                {time('until')}
              </span>
              <span className={css.instead}>
                <Combo
                  label={translate('duty.by')}
                  options={options}
                  disabled={disabled}
                  value={draft.by ?? null}
                  onChange={(by) => set({ by })}
                />
                <span aria-hidden>{translate('duty.instead')}</span>
                <Combo
                  label={translate('duty.whom')}
                  placeholder={translate('duty.whoever')}
                  options={options}
                  disabled={disabled}
                  clearable
                  value={draft.whom ?? null}
                  onChange={(whom) => set({ whom })}
                />
              </span>
            </>
          )
        }}
      </Lines>
      <Preview now={now} nameOf={nameOf} />
    </div>
  )
}

/** On-call days by the form's current values; problems are shown at their fields. */
function Preview({ now, nameOf }: { now: number; nameOf: (person: number) => string }) {
  const translate = useTranslate()
  const zone = useZone()
  const values = useWatch<Values>()
  const roster = readRoster(values)
  return (
    <section className={css.preview} aria-label={translate('duty.preview', { count: PREVIEW })}>
      <h4>{translate('duty.preview', { count: PREVIEW })}</h4>
      {roster ? (
        <OnCallDays roster={roster} zone={zone} now={now} days={PREVIEW} nameOf={nameOf} />
      ) : (
        <p>{translate('duty.incomplete')}</p>
      )}
    </section>
  )
}

/** Properties that an exception's time inputs have in common. */
const PLAIN = {
  onBlur: () => {},
  invalid: false,
  describedBy: undefined,
} satisfies Partial<ControlProps<'time'>>
