import type { Transaction } from 'kysely'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { area } from '../../resources/area.ts'
import { device } from '../../resources/device.ts'
import { display } from '../../resources/display.ts'
import { gateway } from '../../resources/gateway.ts'
import { threshold } from '../../resources/threshold.ts'
import { video } from '../../resources/video.ts'
import type { Tables } from '../storage/types.ts'

/** Entities whose calls the demo registers, one call for each permission type. */
const registered = [area, device, gateway, threshold, video, display]

/** Calls in the order of the permission types that every platform has: 1 view, 2 create, 3 edit, 4 delete. */
const calls = [
  { word: ['查看', '檢視', 'View'], requesttype: 'GET', path: '' },
  { word: ['新建', '新增', 'Create'], requesttype: 'POST', path: '' },
  { word: ['编辑', '編輯', 'Edit'], requesttype: 'PUT', path: '/{id}' },
  { word: ['删除', '刪除', 'Delete'], requesttype: 'DELETE', path: '/{id}' },
] as const

/** Seeds the register of permissions, which belong to no project; a register that has entries already is left alone. */
export async function seedPermissions(trx: Transaction<Tables>, language: Language, now: number): Promise<void> {
  if (await trx.selectFrom('permission').select('id').limit(1).executeTakeFirst()) return
  const name = (word: string, noun: string): string =>
    language === 'zhEN' ? `${word} ${noun.toLowerCase()}` : `${word}${noun}`
  const rows = registered.flatMap(({ api, noun }) =>
    calls.map(({ word, requesttype, path }, index) => ({
      name: name(word[labelIndex[language]], noun[labelIndex[language]]),
      requesturl: `/v1/${api}${path}`,
      requesttype,
      typeid: index + 1,
      created_at: now,
      updated_at: now,
    })),
  )
  await trx.insertInto('permission').values(rows).execute()
}
