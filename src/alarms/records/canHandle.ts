import type { AlarmRecord } from '../../../dataProvider/alarms.ts'

/** Handling is offered while an alarm lasts and nobody has handled it (spec 1 §4). */
export const canHandle = ({ lasting, state }: AlarmRecord): boolean => lasting === true && state === 0

/** Whether its value is known to break the rule still: what nobody measures any more is not shown as if somebody did. */
export const isMeasured = ({ lasting, noDataSince }: AlarmRecord): boolean => lasting === true && noDataSince === null
