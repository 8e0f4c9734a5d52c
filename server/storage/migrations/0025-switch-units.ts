import type { Migration } from './index.ts'

/** "0/1" stood as the unit of the demo's switches: what a switch holds are positions, which have words and no unit. */
export const switchUnits: Migration['up'] = async (trx) => {
  await trx
    .updateTable('node')
    .set({ unitname: '' })
    .where('unitname', '=', '0/1')
    .where('registertype', 'in', [1, 2, 17, 18])
    .execute()
}
