import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { numberText } from '../../live/nodeValue.ts'

/** What was measured, with its unit. */
export const Measured = ({ record: { value, unit } }: { record: Pick<AlarmRecord, 'value' | 'unit'> }) =>
  value === null ? (
    '—'
  ) : (
    <>
      {numberText(value)}
      {unit && <small className="alarms-unit"> {unit}</small>}
    </>
  )
