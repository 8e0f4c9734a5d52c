import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { givenText } from '../../chart/givenText.ts'

/** What was measured, with its unit. */
export const Measured = ({ record: { value, unit } }: { record: Pick<AlarmRecord, 'value' | 'unit'> }) =>
  value === null ? (
    '—'
  ) : (
    <>
      {givenText(value)}
      {unit && <small className="alarms-unit"> {unit}</small>}
    </>
  )
