import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { allResources } from '../../resources/index.ts'
import { grantableCode } from '../../resources/kit/access.ts'
import type { Access } from '../../resources/kit/define.ts'
import { menu } from '../../resources/menu.ts'
import { hashPassword } from '../session/passwords.ts'
import type { Tables } from '../storage/types.ts'

export interface DemoAccount {
  username: string
  password: string
  nickname: string
}

/** The sign-ins of the demo (wire.md, DEMO), shown on the sign-in page and on the terminal. */
export const demoAccounts: readonly DemoAccount[] = [
  { username: 'admin', password: 'admin123', nickname: '超级管理员' },
  { username: 'manager', password: 'manager123', nickname: '环保管理员' },
  { username: 'viewer', password: 'viewer123', nickname: '值班员' },
]

/** Role and keys of each account: super administrator, administrator of a project, one who only watches. */
const roles: Readonly<Record<string, { super_id: number; keys: () => string[]; types: string | null }>> = {
  admin: { super_id: 1, keys: () => [], types: null },
  manager: { super_id: 2, keys: allKeys, types: '1,2,3,4' },
  viewer: { super_id: 2, keys: () => ['2', '2-1'], types: null },
}

/** The accounts as rows, but for the project they belong to. */
export function accountRows(now: number): Promise<Insertable<Tables['systemuser']>[]> {
  return Promise.all(
    demoAccounts.map(async ({ username, password, nickname }) => {
      const role = roles[username]
      return {
        username,
        nickname,
        password: await hashPassword(createHash('md5').update(password).digest('hex')),
        super_id: role?.super_id ?? 2,
        menu_control: JSON.stringify(role?.keys() ?? []),
        typemap: role?.types ?? null,
        changepassword: 0,
        disabled: 0,
        created_at: now,
        updated_at: now,
      }
    }),
  )
}

/** Every key a project administrator can hold: menu entries and the buttons on their pages. */
function allKeys(): string[] {
  const keys = new Set(['1', '8', '9', '10'])
  for (const group of menu) for (const key of [group.key, ...group.entries.map((entry) => entry.key)]) keys.add(key)
  for (const resource of allResources) for (const code of Object.values<Access>(resource.access).map(grantableCode)) if (code !== null) keys.add(code)
  return [...keys]
}
