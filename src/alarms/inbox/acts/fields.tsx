import { useInput, useTranslate } from 'react-admin'
import { useId } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { platformNow } from '../../../../dataProvider/clock.ts'
import type { ActSent } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { builtInResults, LONGEST_SNOOZE } from '../../../../resources/kit/episode.ts'
import { addDays, HOUR, MINUTE, type Zone } from '../../../../resources/kit/zone.ts'
import { FetchProblem } from '../../../admin/fields/controls/FetchProblem.tsx'
import { MomentField } from '../../../admin/fields/MomentField.tsx'
import { Problem } from '../../../admin/fields/Problem.tsx'
import { useZone } from '../../../chart/useZone.ts'
import controlsCss from '../../../kit/controls.module.css'
import { Combo } from '../../../kit/layers/Combo.tsx'
import { useClock } from '../../../live/useClock.ts'
import { useResults } from '../../results/useResults.ts'
import { canWorsen } from '../marks.tsx'
import { useAssignees } from './useAssignees.ts'
import css from './acts.module.css'

/** Time of day at which a shift begins that gets the alarms snoozed until morning. */
const MORNING = '08:00'
/** Longest note that the platform accepts. */
const LONGEST_NOTE = 500

/**
 * Input for the assignee: a person who may work on all of the episodes or, where all belong to one project, whoever is
 * on call on one of its rosters. An empty choice makes them unassigned.
 */
export function AssigneeInput({ episodes }: { episodes: readonly Episode[] }) {
  const translate = useTranslate()
  const { field } = useInput<Assignee | null>({ source: 'assignee', format: asItIs })
  const [project = null, ...others] = new Set(episodes.map(({ project_id }) => project_id))
  const { options, isLoading, error, retry } = useAssignees({
    project: others.length === 0 ? project : null,
    episodes: episodes.map(({ id }) => id),
  })
  const chosen = field.value
  return (
    <div className={controlsCss.field}>
      <span className={controlsCss.fieldLabel}>{translate('inbox.assignee')}</span>
      <Combo
        clearable
        label={translate('inbox.assignee')}
        placeholder={translate('inbox.nobody')}
        options={options}
        loading={isLoading}
        error={error}
        value={chosen === null ? null : 'user_id' in chosen ? chosen.user_id : -chosen.roster_id}
        onChange={(id) => field.onChange(id === null ? null : id < 0 ? { roster_id: -id } : { user_id: id })}
      />
      <FetchProblem error={error} onRetry={retry} />
    </div>
  )
}

/** react-admin's forms hold '' for an empty field, which is not an assignee. */
const asItIs = (value: Assignee | '' | null | undefined): Assignee | null => value || null

/** Assignee of an episode, as an act sends it. */
export type Assignee = { user_id: number } | { roster_id: number }

interface RadiosProps {
  source: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** Chooses one of several options. The initial choice has the focus, so that arrow keys choose and Enter sends. */
function Radios({ source, label, options }: RadiosProps) {
  const { field } = useInput<string>({ source })
  const name = useId()
  return (
    <fieldset className={css.radios}>
      <legend className={controlsCss.fieldLabel}>{label}</legend>
      {options.map(({ value, label: words }) => (
        <label key={value} data-checked={field.value === value || undefined}>
          <input
            type="radio"
            className={controlsCss.radio}
            name={name}
            value={value}
            checked={field.value === value}
            autoFocus={field.value === value}
            onChange={() => field.onChange(value)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

/** Input for how an alarm ended: the built-in results, and those of its project. */
export function ResultInput({ episodes }: { episodes: readonly Episode[] }) {
  const translate = useTranslate()
  const [project = null, ...others] = new Set(episodes.map(({ project_id }) => project_id))
  const own = useResults(others.length === 0 ? project : null)
  const options = [
    ...builtInResults.map((value) => ({ value: value as string, label: translate(`inbox.results.${value}`) })),
    ...own.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return <Radios source="result" label={translate('inbox.result')} options={options} />
}

const SNOOZES = ['hour', 'shift', 'morning', 'worse', 'moment'] as const

/** Input for how long episodes are snoozed; "until it gets worse" is missing where one of them cannot get worse. */
export function SnoozeInput({ episodes }: { episodes: readonly Episode[] }) {
  const translate = useTranslate()
  const until = useWatch<FieldValues, 'until'>({ name: 'until' }) as unknown
  const worsen = episodes.every(canWorsen)
  const options = SNOOZES.filter((value) => worsen || value !== 'worse').map((value) => ({
    value,
    label: translate(`inbox.snooze.${value}`),
  }))
  return (
    <>
      <Radios source="until" label={translate('inbox.snooze.until')} options={options} />
      {!worsen && <p className={css.quiet}>{translate('inbox.snooze.noWorse')}</p>}
      {until === 'moment' && <SnoozeMoment />}
    </>
  )
}

/** Any moment that a snooze may last to. Validated only while it is the chosen option. */
function SnoozeMoment() {
  const translate = useTranslate()
  const zone = useZone()
  const now = useClock(MINUTE)
  return (
    <MomentField
      plain
      source="moment"
      label={translate('inbox.snooze.until')}
      min={zone.day(now)}
      max={zone.day(now + LONGEST_SNOOZE)}
      checks={MOMENT}
    />
  )
}

/** Returns why the platform would refuse a moment, in the platform's words. */
function momentProblem(moment: unknown): string | undefined {
  if (typeof moment !== 'number') return 'error.rule.required'
  const ahead = moment - platformNow()
  return ahead > 0 && ahead <= LONGEST_SNOOZE ? undefined : 'error.episode.until'
}
const MOMENT = [momentProblem]

/**
 * Returns the next morning on the platform's clocks, epoch ms, when alarms snoozed over night are looked at; after
 * midnight it is the morning of the same day.
 */
export function nextMorning(zone: Zone, now = platformNow()): number {
  const today = zone.moment(zone.day(now), MORNING)
  return today > now ? today : zone.moment(addDays(zone.day(now), 1), MORNING)
}

/** Converts the choice into what is sent at this moment; a chosen moment is epoch ms already. */
export function snoozeOf({ until, moment }: FieldValues, zone: Zone, now = platformNow()): ActSent {
  if (until === 'worse') return { worse: 1 }
  if (until === 'shift') return { until: now + 8 * HOUR }
  if (until === 'morning') return { until: nextMorning(zone, now) }
  if (until === 'moment') return { until: Number(moment) }
  return { until: now + HOUR }
}

/** Input for the note. */
export function NoteInput({
  required,
  missing,
  onText,
}: {
  required: boolean
  missing: boolean
  onText: (text: string) => void
}) {
  const translate = useTranslate()
  const { id, field } = useInput<string>({ source: 'note', parse: (text: string) => text })
  const empty = missing && !field.value
  return (
    <div className={controlsCss.field}>
      <label htmlFor={id}>{translate(required ? 'inbox.acts.comment' : 'inbox.noteOptional')}</label>
      <textarea
        {...field}
        id={id}
        className={controlsCss.input}
        rows={3}
        maxLength={LONGEST_NOTE}
        autoFocus={required}
        aria-invalid={empty}
        aria-describedby={empty ? `${id}-problem` : undefined}
        onChange={(event) => {
          field.onChange(event)
          onText(event.target.value)
        }}
      />
      <Problem id={id} message={empty ? 'error.rule.required' : undefined} />
    </div>
  )
}
