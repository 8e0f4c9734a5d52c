import { deviceState, devicesOfArea } from '../../../dataProvider/calls/oneDevice.ts'
import type { Change, Question } from '../../admin/slots.ts'

/** Before a device goes to another area or project while alarms of it last: they go with it. */
export async function askDeviceMove({ record, values }: Change): Promise<Question | null> {
  if (!differs({ record, values }, 'district_id') && !differs({ record, values }, 'project_id')) return null
  const device = await deviceState(record.id)
  return questionOf('device', device?.thre_list.length ?? 0)
}

/** Before an area goes under another one while alarms below it last: all its records go with it. */
export async function askAreaMove({ record, values }: Change): Promise<Question | null> {
  if (!differs({ record, values }, 'superid')) return null
  const devices = await devicesOfArea(record.id)
  return questionOf(
    'area',
    devices.reduce((sum, { thre_list }) => sum + thre_list.length, 0),
  )
}

const differs = ({ record, values }: Change, name: string): boolean =>
  values[name] !== undefined && String(values[name] ?? '') !== String(record[name] ?? '')

const questionOf = (what: 'device' | 'area', count: number): Question | null =>
  count === 0
    ? null
    : {
        title: `crud.move.${what}Title`,
        text: `crud.move.${what}`,
        confirm: 'crud.move.confirm',
        args: { count, smart_count: count },
      }
