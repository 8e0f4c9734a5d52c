import { expect, it, describe } from 'vitest'
import { switchUnits } from '../../server/storage/migrations/0025-switch-units.ts'
import { engines, openTestStorage } from '../support/storage.ts'

describe.each(engines)('switchUnits migration on %s', (engine) => {
  it('clears the unit 0/1 of switches and keeps all other units', async () => {
    const { storage, dispose } = await openTestStorage(engine)
    try {
      const nodes = [
        ['pump', 1, '0/1'],
        ['door', 18, '0/1'],
        ['light', 2, 'on/off'],
        ['flow', 4, '0/1'],
      ] as const
      await storage.write(async (trx) => {
        for (const [name, registertype, unitname] of nodes)
          await trx
            .insertInto('node')
            .values({
              name,
              datatype: 1,
              registertype,
              unitname,
              imginfo: '',
              min_value: 0,
              max_value: 1,
              created_at: 0,
              updated_at: 0,
            })
            .execute()
        await switchUnits(trx, engine)
      })
      const kept = await storage.read.selectFrom('node').select(['name', 'unitname']).execute()
      expect(Object.fromEntries(kept.map(({ name, unitname }) => [name, unitname]))).toMatchObject({
        pump: '',
        door: '',
        light: 'on/off',
        flow: '0/1',
      })
    } finally {
      await dispose()
    }
  })
})
