import type { Transaction } from 'kysely'
import { area } from '../../resources/area.ts'
import { device } from '../../resources/device.ts'
import { display } from '../../resources/display.ts'
import { gateway } from '../../resources/gateway.ts'
import { threshold } from '../../resources/threshold.ts'
import { video } from '../../resources/video.ts'
import type { Tables } from '../storage/types.ts'

/** What the demo registers the calls of, one for each permission type. */
const registered = [area, device, gateway, threshold, video, display]

/** In the order of the permission types that every platform has: 1 view, 2 create, 3 edit, 4 delete. */
const calls = [
  { word: '查看', requesttype: 'GET', path: '' },
  { word: '新建', requesttype: 'POST', path: '' },
  { word: '编辑', requesttype: 'PUT', path: '/{id}' },
  { word: '删除', requesttype: 'DELETE', path: '/{id}' },
] as const

/** The register of permissions, which belong to no project: where somebody has begun one, it is left alone. */
export async function seedPermissions(trx: Transaction<Tables>, now: number): Promise<void> {
  if (await trx.selectFrom('permission').select('id').limit(1).executeTakeFirst()) return
  const rows = registered.flatMap(({ api, noun: [noun] }) =>
    calls.map(({ word, requesttype, path }, index) => ({ name: `${word}${noun}`, requesturl: `/v1/${api}${path}`, requesttype, typeid: index + 1, created_at: now, updated_at: now })),
  )
  await trx.insertInto('permission').values(rows).execute()
}
