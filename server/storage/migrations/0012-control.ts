import { parseKeys } from '../../../resources/kit/access.ts'
import type { Migration } from './index.ts'

/** Written out: what a step of the past did does not change with the names of today. */
const [PAGE, CONTROL] = ['2-1', '2-1-1']
/** What the demo's viewer holds as long as nobody gave them more: they may only watch. */
const VIEWER = { username: 'viewer', menu_control: '["2","2-1"]' }

/** Setting values gets a code of its own: those who held the page could set them, and go on. In a demo's database its viewer was never meant to. */
export const control: Migration['up'] = async (trx) => {
  const demo =
    (await trx.selectFrom('setting').select('name').where('name', '=', 'demo.since').executeTakeFirst()) !== undefined
  const users = await trx
    .selectFrom('systemuser')
    .select(['id', 'username', 'menu_control'])
    .where('menu_control', 'is not', null)
    .execute()
  for (const { id, username, menu_control } of users) {
    const keys = parseKeys(menu_control)
    if (
      !keys.has(PAGE) ||
      keys.has(CONTROL) ||
      (demo && username === VIEWER.username && menu_control === VIEWER.menu_control)
    )
      continue
    await trx
      .updateTable('systemuser')
      .set({ menu_control: JSON.stringify([...keys, CONTROL]) })
      .where('id', '=', id)
      .execute()
  }
}
