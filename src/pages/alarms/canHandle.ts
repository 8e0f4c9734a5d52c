import type { AlarmRecord } from '../../../dataProvider/alarms.ts'

/** Handling is offered while an alarm lasts and nobody has handled it (spec 1 §4). */
export const canHandle = ({ lasting, state }: AlarmRecord): boolean => lasting && state === 0
