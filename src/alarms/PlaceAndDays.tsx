import { useInput, useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { MAX_SPAN_DAYS } from '../../dataProvider/calls/alarmRecords.ts'
import { dayIn, idIn } from '../../dataProvider/plain.ts'
import { addDays } from '../../resources/kit/zone.ts'
import { ComboFilter, DayFilter } from '../admin/list/toolbar/FilterInputs.tsx'
import { areaChoice } from '../kit/areaTree/areaChoice.ts'
import { AreaSelect } from '../kit/areaTree/AreaSelect.tsx'
import { areasBelow, buildTree } from '../kit/areaTree/tree.ts'
import { withinDays } from '../kit/days/days.ts'
import { useAreaNames, useDeviceNames } from '../live/useLiveNames.ts'

// Inputs by which the filters of inbox and records find alarms.

/** Inputs for an area, by the field name that the list uses for it, and for a device in that area. */
export function PlaceFilter({ area: source }: { area: string }) {
  const translate = useTranslate()
  const { setValue } = useFormContext<FieldValues>()
  const { field } = useInput<number | null>({ source, defaultValue: null, format: asItIs, parse: asItIs })
  const areas = useAreaNames()
  const tree = useMemo(() => buildTree(areas.data ?? []), [areas.data])
  const devices = useDeviceNames()
  const area = idIn(field.value)
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

interface DaysFilterProps {
  className: string | undefined
  today: string
  /** Whether each day may be left empty. */
  clearable?: boolean
}

/**
 * Inputs for the first and the last day, at most 30 days apart and none in the future (spec 1 §5); while one of them is
 * empty, the other may be any day.
 */
export function DaysFilter({ className, today, clearable = false }: DaysFilterProps) {
  const translate = useTranslate()
  const [first, last] = useWatch<FieldValues>({ name: ['first', 'last'] }).map(dayIn)
  return (
    <span className={className}>
      <DayFilter
        source="first"
        label={translate('alarms.first')}
        clearable={clearable}
        min={last ? addDays(last, -MAX_SPAN_DAYS) : undefined}
        max={last ?? today}
      />
      <span aria-hidden>→</span>
      <DayFilter
        source="last"
        label={translate('alarms.last')}
        clearable={clearable}
        min={first ?? undefined}
        max={first ? withinDays(addDays(first, MAX_SPAN_DAYS), { max: today }) : today}
      />
    </span>
  )
}
