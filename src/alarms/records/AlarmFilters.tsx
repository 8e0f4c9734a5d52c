import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { FileSpreadsheet, SlidersHorizontal } from 'lucide-react'
import { Form, useListContext, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import { useFormContext, type FieldValues } from 'react-hook-form'
import { alarmWorkbook, DEFAULT_SPAN_DAYS, type AlarmFilter } from '../../../dataProvider/calls/alarmRecords.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { addDays } from '../../../resources/kit/zone.ts'
import { ComboFilter } from '../../admin/list/toolbar/FilterInputs.tsx'
import { useZone } from '../../chart/useZone.ts'
import { download } from '../../kit/download.ts'
import { messageOf, useCaller } from '../../kit/index.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { useProjectNames } from '../../live/useLiveNames.ts'
import pageCss from '../../kit/page.module.css'
import { DaysFilter, PlaceFilter } from '../PlaceAndDays.tsx'
import { useAlarmFilter } from './useAlarmFilter.ts'
import css from './alarms.module.css'

/**
 * Filters by area, device, days and, for the super administrator, project; applied with "query", reset with "reset"
 * (spec 1 §2.10). On a phone they are folded.
 */
export function AlarmFilters() {
  const translate = useTranslate()
  const [{ groups: _groups, today, ...activeFilter }, narrow] = useAlarmFilter()
  const projects = useProjectNames(isSuper(useCaller()))
  const phone = usePhone()
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div
      className={css.filters}
      data-folded={(phone && !unfolded) || undefined}
      role="search"
      onSubmitCapture={(event) => {
        // A field with an error is not silently replaced by another value in the query.
        const refused = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
        if (!refused) return
        event.preventDefault()
        event.stopPropagation()
        refused.focus()
      }}
    >
      <Form
        className={pageCss.filters}
        defaultValues={activeFilter}
        noValidate
        onSubmit={(chosen: FieldValues) => {
          setUnfolded(false)
          narrow(chosen as Partial<AlarmFilter>)
        }}
      >
        {phone && (
          <Button
            size="small"
            className={clsx(pageCss.filterButton, css.unfold)}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            <SlidersHorizontal size={14} aria-hidden />
            {translate('alarms.filters')}
            <small>{`${activeFilter.first.slice(5)} → ${activeFilter.last.slice(5)}`}</small>
          </Button>
        )}
        <PlaceFilter area="area" />
        {projects && <ComboFilter source="project" label={translate('alarms.allProjects')} options={projects} />}
        <DaysFilter className={pageCss.filtersDays} today={today} />
        <Button type="submit" variant="contained" color="primary" className={pageCss.filterButton}>
          {translate('alarms.query')}
        </Button>
        <Reset today={today} />
        <Sheet />
      </Form>
    </div>
  )
}

/** Resets the list and the filter's fields. */
function Reset({ today }: { today: string }) {
  const translate = useTranslate()
  const [, narrow] = useAlarmFilter()
  const { reset } = useFormContext()
  const plain = { area: null, device: null, project: null, first: addDays(today, -DEFAULT_SPAN_DAYS), last: today }
  return (
    <Button
      size="small"
      className={clsx(pageCss.filterButton, pageCss.filtersReset)}
      onClick={() => {
        reset(plain)
        narrow({ ...plain, groups: [] })
      }}
    >
      {translate('alarms.reset')}
    </Button>
  )
}

/** Downloads the list as a workbook. */
function Sheet() {
  const translate = useTranslate()
  const notify = useNotify()
  const zone = useZone()
  const { data = [], filterValues } = useListContext()
  const [{ first, last }] = useAlarmFilter()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const sheet = await alarmWorkbook(filterValues, zone)
      download(sheet.name || `${translate('alarms.title')} ${first} ${last}.xlsx`, sheet)
    } catch (error) {
      notify(messageOf(error, translate), { type: 'error' })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button
      size="small"
      className={clsx(pageCss.filterButton, css.sheet)}
      disabled={data.length === 0}
      aria-busy={saving}
      onClick={() => !saving && void save()}
    >
      <FileSpreadsheet size={14} aria-hidden />
      {translate('alarms.sheet')}
    </Button>
  )
}
