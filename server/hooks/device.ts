import { invalid } from '../errors.ts'
import { codeProblems, freeCodes, holdCode } from './deviceCode.ts'
import { keepModel } from './deviceModel.ts'
import { freeDigits, freeDigitsFor } from './codes.ts'
import { dropCredentials, makeCredential, makeCredentials } from './credential.ts'
import type { Hook } from '../platform/hook.ts'
import { markDays } from '../storage/dirtyMeans.ts'
import { plainMn } from './mn.ts'

/** Digits of a device code that the platform generates. */
const SN_LENGTH = 10

export const deviceHook: Hook = {
  /**
   * Normalises the MN of a new device: `beforeSave` is not called for devices created in bulk, and `taken` has to check
   * the MN in its stored form.
   */
  async prepare({ row }) {
    plainMn(row)
  },
  async beforeSave({ row, old, id }, trx) {
    if (old) plainMn(row)
    if (id !== null && old && old.devicetype_id !== row.devicetype_id)
      await keepModel(trx, id, Number(row.devicetype_id))
    if (row.sn) return
    // A device without a code gets one with its next change.
    if (old?.sn) throw invalid({ sn: { key: 'error.rule.required' } })
    row.sn = await freeDigits(trx, 'device', 'sn', SN_LENGTH)
  },
  taken: codeProblems,
  async afterSave({ row, old, id, once }, trx) {
    if (old && old.sn !== row.sn) await holdCode(trx, old)
    if (old?.sn !== row.sn) await freeCodes(trx, [row.sn])
    if (old && (old.site !== row.site || old.project_id !== row.project_id)) await markDays(trx, { device: id })
    if (old && (old.district_id !== row.district_id || old.project_id !== row.project_id)) {
      const place = { project_id: row.project_id ?? null, district_id: row.district_id ?? null }
      await trx.updateTable('calibration').set(place).where('device_id', '=', id).execute()
      // Active alarms follow the device to its present area; ended ones stay with the area they happened in.
      await trx
        .updateTable('thresholdlog')
        .set({ project_id: row.project_id ?? 0, district_id: row.district_id ?? 0 })
        .where('device_id', '=', id)
        .where('is_alarm', '=', 1)
        .execute()
    }
    if (!old) once.credential = await makeCredential(trx, 'device_id', id)
  },
  async beforeCreateMany(savings, trx) {
    const unnamed = savings.filter(({ row }) => !row.sn)
    const codes = unnamed.length > 0 ? await freeDigitsFor(unnamed.length, trx, 'device', 'sn', SN_LENGTH) : []
    for (const [index, { row }] of unnamed.entries()) row.sn = codes[index] ?? null
  },
  async afterCreateMany(savings, trx) {
    await freeCodes(
      trx,
      savings.map(({ row }) => row.sn),
    )
    const tokens = await makeCredentials(
      trx,
      'device_id',
      savings.map(({ id }) => id),
    )
    for (const [index, { once }] of savings.entries()) once.credential = tokens[index] ?? ''
  },
  /** The history stays until its retention ends; ids are never used twice. */
  async beforeDelete({ id, row }, trx) {
    await holdCode(trx, row)
    await dropCredentials(trx, 'device_id', id)
    await trx.deleteFrom('lastvalue').where('device_id', '=', id).execute()
    await trx.deleteFrom('hj212station').where('device_id', '=', id).execute()
  },
  computed({ registry }, row) {
    const device = registry.device(Number(row.id))
    return { deviceisonline: device && registry.isOnline(device) ? 1 : 0 }
  },
}
