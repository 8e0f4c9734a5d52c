import type { Platform } from '../server/platform.ts'

/** The super administrator of a platform that `fillDevices` filled. */
export const USER = 900

const AREAS = 200
const GATEWAYS = 2000

/** Fills an empty platform: one project, 200 areas on two levels, 2,000 gateways, one product model, and devices spread over them. */
export async function fillDevices(platform: Platform, count: number): Promise<void> {
  const stamp = { created_at: 1, updated_at: 1 }
  await platform.storage.writeAny(async (trx) => {
    await trx
      .insertInto('project')
      .values({ id: 1, name: 'Bench', ico: '/upload/a.png', ...stamp })
      .execute()
    await trx
      .insertInto('systemuser')
      .values({
        id: USER,
        username: 'bench',
        nickname: 'bench',
        super_id: 1,
        password: 'none',
        changepassword: 0,
        disabled: 0,
        ...stamp,
      })
      .execute()
    await trx
      .insertInto('devicetype')
      .values({ id: 1, name: '水位站', product_type: 1, ...stamp })
      .execute()
    for (let id = 2; id <= AREAS + 1; id++)
      await trx
        .insertInto('district')
        .values({
          id,
          name: `片区 ${id}`,
          superid: id <= 41 ? 1 : 2 + (id % 40),
          project_id: 1,
          build_state: 0,
          ...stamp,
        })
        .execute()
    const gateways = Array.from({ length: GATEWAYS }, (_, i) => ({
      id: i + 1,
      name: `GW-${(i * 7919) % GATEWAYS}`,
      regcode: String(i + 1),
      protocol_type: 1,
      project_id: 1,
      issingle: 0,
      ...stamp,
    }))
    for (let from = 0; from < GATEWAYS; from += 500)
      await trx
        .insertInto('gateway')
        .values(gateways.slice(from, from + 500))
        .execute()
    for (let from = 0; from < count; from += 500) {
      const devices = Array.from({ length: 500 }, (_, i) => ({
        name: `水位站 ${from + i}`,
        sn: String(1_000_000 + from + i),
        project_id: 1,
        district_id: 2 + ((from + i) % AREAS),
        devicetype_id: 1,
        gateway_id: 1 + ((from + i) % GATEWAYS),
        issingle: 0,
        acquisition_cycle: 60,
        save_cycle: 5,
        over_time: 600,
        control_state: 0,
        sort_num: 0,
        sn_value: `HX-${from + i}`,
        ...stamp,
      }))
      await trx.insertInto('device').values(devices).execute()
    }
  })
  await platform.registry.changed('district', null)
}
