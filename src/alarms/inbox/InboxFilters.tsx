import { Button, Tooltip } from '@mui/material'
import { FileSpreadsheet } from 'lucide-react'
import { Form, useInput, useListContext, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { alarmWorkbook, MAX_SPAN_DAYS } from '../../../dataProvider/calls/alarmRecords.ts'
import { inboxStates, inboxViews } from '../../../dataProvider/episodes/calls.ts'
import { episodeSheet } from '../../../dataProvider/episodes/sheet.ts'
import { dayIn } from '../../../dataProvider/plain.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { MOST_IN_SHEET } from '../../../resources/kit/episode.ts'
import { addDays } from '../../../resources/kit/zone.ts'
import { threshold } from '../../../resources/threshold.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { ComboFilter } from '../../admin/list/toolbar/FilterInputs.tsx'
import { useZone } from '../../chart/useZone.ts'
import { ToggleChip } from '../../kit/buttons.tsx'
import { download } from '../../kit/download.ts'
import { messageOf, useCaller, useExtensions } from '../../kit/index.ts'
import { useProjectNames } from '../../live/useLiveNames.ts'
import { DaysFilter, PlaceFilter } from '../PlaceAndDays.tsx'
import { LevelIcon } from '../rule/LevelInput.tsx'
import { AssigneeFilter } from './AssigneeFilter.tsx'
import { useInbox } from './InboxContext.ts'
import css from './inbox.module.css'

/** Level, condition, state, assignee, area, device, project and days; applied and reset together. */
export function InboxFilters({ onDone }: { onDone: () => void }) {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const { now } = useInbox()
  const today = useZone().day(now)
  const projects = useProjectNames(isSuper(useCaller()))
  // The filter's state takes the place of the list's view; without a chosen state the list keeps its view.
  const view = inboxViews.find((each) => each === filterValues['view'])
  const apply = (values: FieldValues) => {
    const given = Object.entries(values).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && (!Array.isArray(value) || value.length > 0),
    )
    const { q, by } = filterValues
    setFilters({ ...Object.fromEntries(given), q, by })
    onDone()
  }
  return (
    <Form className={css.filters} defaultValues={filterValues} noValidate onSubmit={apply}>
      <Levels />
      <Choice
        source="condition"
        label={translate('inbox.conditions')}
        options={['active', 'cleared', 'no_data']}
        wordOf={(option) => translate(`inbox.condition.${option}`)}
      />
      <Choice
        source="view"
        label={translate('inbox.states')}
        options={inboxStates}
        wordOf={(option) => translate(`inbox.state.${option}`)}
        otherwise={view}
      />
      <AssigneeFilter projects={projects} />
      <PlaceFilter area="dis_id" />
      {projects && <ComboFilter source="pro_id" label={translate('alarms.allProjects')} options={projects} />}
      <DaysFilter className={css.days} today={today} clearable />
      <footer>
        <Button type="submit" variant="contained" color="primary">
          {translate('alarms.query')}
        </Button>
        <Button onClick={() => apply({ view })}>{translate('alarms.reset')}</Button>
        <Sheet today={today} />
      </footer>
    </Form>
  )
}

/** Chooses some of the four levels; none chosen means all. */
function Levels() {
  const translate = useTranslate()
  const pick = useLabel()
  const { field } = useInput<number[]>({ source: 'level', defaultValue: [], format: asItIs, parse: asItIs })
  const chosen: readonly number[] = Array.isArray(field.value) ? field.value : []
  return (
    <span className={css.chips} role="group" aria-label={translate('alarms.level')}>
      {threshold.fields.alert_level.options.map(({ value, label }) => (
        <ToggleChip
          key={value}
          on={chosen.includes(value)}
          onClick={() =>
            field.onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
          }
        >
          <span className={css.level} data-level={value}>
            <LevelIcon level={value} />
          </span>
          {pick(label)}
        </ToggleChip>
      ))}
    </span>
  )
}

interface ChoiceProps {
  source: string
  label: string
  options: readonly string[]
  wordOf: (option: string) => string
  /** Value where no option is chosen. */
  otherwise?: string | undefined
}

/** Chooses one of several options, or none. */
function Choice({ source, label, options, wordOf, otherwise = '' }: ChoiceProps) {
  const { field } = useInput<string>({ source, defaultValue: '' })
  return (
    <span className={css.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <ToggleChip
          key={option}
          on={field.value === option}
          onClick={() => field.onChange(field.value === option ? otherwise : option)}
        >
          {wordOf(option)}
        </ToggleChip>
      ))}
    </span>
  )
}

const asItIs = <T,>(value: T): T => value

/**
 * Downloads the list as a workbook. An older platform narrows it only by the filter's days, area, device and project,
 * and to one month: without a first day, the month up to the last day.
 */
function Sheet({ today }: { today: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const zone = useZone()
  const { filterValues, total } = useListContext()
  const narrowed = useExtensions()?.has('episode-sheet') === true
  const [saving, setSaving] = useState(false)
  const earliest = addDays(dayIn(filterValues['last']) ?? today, -MAX_SPAN_DAYS)
  const first = dayIn(filterValues['first']) ?? earliest
  const tooLong = !narrowed && first < earliest
  const isEmpty = narrowed && total === 0
  const hint = (): string => {
    if (isEmpty) return translate('inbox.noneFound')
    if (!narrowed) return translate(tooLong ? 'alarms.limit' : 'inbox.sheetHint', { days: MAX_SPAN_DAYS })
    return total !== undefined && total > MOST_IN_SHEET
      ? translate('inbox.sheetMost', { most: MOST_IN_SHEET.toLocaleString('en-US') })
      : ''
  }
  const save = async () => {
    if (isEmpty) return notify('inbox.noneFound', { type: 'warning' })
    if (tooLong) return notify('alarms.limit', { type: 'warning', messageArgs: { days: MAX_SPAN_DAYS } })
    setSaving(true)
    try {
      const sheet = await (narrowed
        ? episodeSheet({ filter: filterValues, zone: zone.name })
        : alarmWorkbook({ ...filterValues, first }, zone))
      download(sheet.name || `${translate('alarms.title')} ${today}.xlsx`, sheet)
    } catch (error) {
      notify(messageOf(error, translate), { type: 'error' })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Tooltip describeChild title={hint()}>
      <Button
        className={css.sheet}
        startIcon={<FileSpreadsheet size={14} aria-hidden />}
        aria-busy={saving}
        aria-disabled={isEmpty || tooLong}
        onClick={() => !saving && void save()}
      >
        {translate('alarms.sheet')}
      </Button>
    </Tooltip>
  )
}
