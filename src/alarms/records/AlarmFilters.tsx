import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { FileSpreadsheet, SlidersHorizontal } from 'lucide-react'
import { Form, useInput, useListContext, useNotify, useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { alarmWorkbook, MAX_SPAN_DAYS, USUAL, type AlarmFilter } from '../../../dataProvider/calls/alarmRecords.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { addDays } from '../../../resources/kit/zone.ts'
import { ComboFilter, DayFilter } from '../../admin/list/toolbar/FilterInputs.tsx'
import { useZone } from '../../chart/useZone.ts'
import { areaChoice } from '../../kit/areaTree/areaChoice.ts'
import { AreaSelect } from '../../kit/areaTree/AreaSelect.tsx'
import { areasBelow, buildTree } from '../../kit/areaTree/tree.ts'
import { download } from '../../kit/download.ts'
import { withinDays } from '../../kit/days/days.ts'
import { messageOf, useCaller } from '../../kit/index.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { useAreaNames, useDeviceNames, useProjectNames } from '../../live/useLiveNames.ts'
import pageCss from '../../kit/page.module.css'
import { useAlarmFilter } from './useAlarmFilter.ts'
import css from './alarms.module.css'

/** Area, device, days and, for the super administrator, project; applied with "query", taken back with "reset" (spec 1 §2.10). A phone unfolds them. */
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
        // What stands refused in a field is not asked for as something else.
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
        <Place />
        {projects && <ComboFilter source="project" label={translate('alarms.allProjects')} options={projects} />}
        <Span today={today} />
        <Button type="submit" variant="contained" color="primary" className={pageCss.filterButton}>
          {translate('alarms.query')}
        </Button>
        <Reset today={today} />
        <Sheet />
      </Form>
    </div>
  )
}

/** An area, and a device in it. */
function Place() {
  const translate = useTranslate()
  const { setValue } = useFormContext<AlarmFilter>()
  const { field } = useInput<number | null>({ source: 'area', format: asItIs, parse: asItIs })
  const areas = useAreaNames()
  const tree = useMemo(() => buildTree(areas.data ?? []), [areas.data])
  const devices = useDeviceNames()
  const area: number | null = field.value
  const here = useMemo(() => {
    const below = area === null ? null : areasBelow(tree, area)
    return devices.data?.filter(({ district_id }) => below === null || (district_id !== null && below.has(district_id)))
  }, [devices.data, tree, area])
  return (
    <>
      <AreaSelect
        label={translate('alarms.area')}
        areas={tree}
        value={area}
        withAll
        {...areaChoice(areas)}
        onChange={(chosen) => {
          field.onChange(chosen)
          setValue('device', null)
        }}
      />
      <ComboFilter
        source="device"
        label={translate('alarms.allDevices')}
        options={here}
        error={devices.error}
        onRetry={() => void devices.refetch()}
      />
    </>
  )
}

const asItIs = <T,>(value: T): T => value

/** From day to day, no further apart than the list reaches. */
function Span({ today }: { today: string }) {
  const translate = useTranslate()
  const [first, last] = useWatch<AlarmFilter, ['first', 'last']>({ name: ['first', 'last'] })
  return (
    <span className={pageCss.filtersDays}>
      <DayFilter source="first" label={translate('alarms.first')} min={addDays(last, -MAX_SPAN_DAYS)} max={last} />
      <span aria-hidden>→</span>
      <DayFilter
        source="last"
        label={translate('alarms.last')}
        min={first}
        max={withinDays(addDays(first, MAX_SPAN_DAYS), { max: today })}
      />
    </span>
  )
}

/** Gives the plain list back, and the fields with it. */
function Reset({ today }: { today: string }) {
  const translate = useTranslate()
  const [, narrow] = useAlarmFilter()
  const { reset } = useFormContext()
  const plain = { area: null, device: null, project: null, first: addDays(today, -USUAL), last: today }
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

/** What the list holds as a workbook. */
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
