import { deviceState, devicesOfArea } from '../../../dataProvider/calls/oneDevice.ts'
import type { Change, Question } from '../../admin/slots.ts'

/** Asks before a device with lasting alarms moves to another area or project: the alarms move with it. */
export async function askDeviceMove({ record, values }: Change): Promise<Question | null> {
  if (!differs({ record, values }, 'district_id') && !differs({ record, values }, 'project_id')) return null
  const device = await deviceState(record.id)
  return questionOf('device', device?.thre_list.length ?? 0)
}

/** Asks before an area with lasting alarms moves below another one: all its records move with it. */
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
