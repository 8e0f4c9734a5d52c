import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../../server/storage/migrations/0012-control.ts'
import type { Storage } from '../../server/storage/types.ts'
import { engines, openTestStorage } from '../support/storage.ts'

describe.each(engines)('migration of the control permission on %s', (engine) => {
  let storage: Storage
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(engine))
  })
  afterAll(() => dispose())

  const held: Record<string, string | null> = {
    operator: '["2","2-1","2-2"]',
    button: '["2-1"]',
    history: '["2","2-2"]',
    done: '["2-1-1"]',
    nobody: null,
    odd: 'no list',
    viewer: '["2","2-1"]',
  }
  const fill = (): Promise<void> =>
    storage.write(async (trx) => {
      await trx.deleteFrom('systemuser').execute()
      for (const [username, menu_control] of Object.entries(held))
        await trx
          .insertInto('systemuser')
          .values({
            username,
            nickname: username,
            password: '-',
            menu_control,
            super_id: 2,
            created_at: 0,
            updated_at: 0,
          })
          .execute()
      await control(trx, engine)
    })
  const keys = async (): Promise<Record<string, string | null>> =>
    Object.fromEntries(
      (await storage.read.selectFrom('systemuser').select(['username', 'menu_control']).execute()).map((row) => [
        row.username,
        row.menu_control,
      ]),
    )

  it('adds key 2-1-1 to users who hold 2-1, and to nobody else', async () => {
    await fill()
    expect(await keys()).toEqual({
      ...held,
      operator: '["2","2-1","2-2","2-1-1"]',
      button: '["2-1","2","2-1-1"]',
      viewer: '["2","2-1","2-1-1"]',
    })
  })

  it('skips the viewer account of a demo', async () => {
    await storage.write((trx) => trx.insertInto('setting').values({ name: 'demo.since', value: '1' }).execute())
    await fill()
    expect(await keys()).toMatchObject({ viewer: '["2","2-1"]', operator: '["2","2-1","2-2","2-1-1"]' })
  })
})
