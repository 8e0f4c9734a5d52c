import { useListFilterContext } from 'react-admin'
import { readAlarmFilter, DEFAULT_SPAN_DAYS, type AlarmFilter } from '../../../dataProvider/calls/alarmRecords.ts'
import { addDays } from '../../../resources/kit/zone.ts'
import { useZone } from '../../chart/useZone.ts'
import { useClock } from '../../live/useClock.ts'

/**
 * Returns the filter of the list of alarm records, and a function that changes it; the address holds only what differs
 * from the plain list.
 */
export function useAlarmFilter(): [AlarmFilter & { today: string }, (change: Partial<AlarmFilter>) => void] {
  const { filterValues, setFilters } = useListFilterContext()
  const today = useZone().day(useClock(60_000))
  const filter = readAlarmFilter(filterValues, today)
  const narrow = (change: Partial<AlarmFilter>) => {
    const { area, device, project, first, last, groups } = { ...filter, ...change }
    setFilters({
      dis_id: area,
      device,
      pro_id: project,
      first: first === addDays(last, -DEFAULT_SPAN_DAYS) ? null : first,
      last: last === today ? null : last,
      states: groups.length > 0 ? groups : null,
    })
  }
  return [{ ...filter, today }, narrow]
}
