import type { Insertable } from 'kysely'
import type { Language } from '../../i18n/types.ts'
import { REAL_TIME_KEY } from '../../resources/control.ts'
import { permissionTree, type Permission } from '../../resources/permissions.ts'
import { PROVINCE_REVIEW_KEY } from '../../resources/review.ts'
import { hashPassword, md5Of } from '../session/passwords.ts'
import type { Tables } from '../storage/types.ts'
import { translatorFor, type Text } from './language.ts'

interface DemoAccount {
  username: string
  password: string
  nickname: Text
  /** Role of the account, in words for the terminal. */
  role: string
}

/** The accounts of the demo (wire.md, DEMO), shown on the sign-in page and on the terminal. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'admin',
    password: 'admin123',
    nickname: ['超级管理员', '超級管理員', 'Super administrator'],
    role: 'super administrator',
  },
  {
    username: 'manager',
    password: 'manager123',
    nickname: ['环保管理员', '環保管理員', 'Environment manager'],
    role: 'project administrator',
  },
  { username: 'viewer', password: 'viewer123', nickname: ['值班员', '值班員', 'Duty officer'], role: 'may only watch' },
]

/** Formats the accounts for the terminal, one per line. */
export const accountLines = (accounts: readonly DemoAccount[]): string[] => {
  const words = accounts.map(({ username, password }) => `${username} / ${password}`)
  const width = Math.max(...words.map((word) => word.length))
  return words.map((word, i) => `  ${word.padEnd(width)}  ${accounts[i]?.role ?? ''}`)
}

/** Role and keys of each account: super administrator, administrator of a project, and one who may only watch. */
const roles: Readonly<Record<string, { super_id: number; keys: () => string[]; types: string | null }>> = {
  admin: { super_id: 1, keys: () => [], types: null },
  manager: { super_id: 2, keys: allKeys, types: '1,2,3,4' },
  viewer: { super_id: 2, keys: () => ['2', REAL_TIME_KEY], types: null },
}

/** Returns the accounts as rows without a project, with nicknames in a language. */
export function accountRows(now: number, language: Language = 'zhCN'): Promise<Insertable<Tables['systemuser']>[]> {
  return Promise.all(
    demoAccounts.map(async ({ username, password, nickname }) => {
      const role = roles[username]
      return {
        username,
        nickname: translatorFor(language)(nickname),
        password: await hashPassword(md5Of(password)),
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

/**
 * Returns every key that a project administrator can hold, menu entries and the buttons on their pages, except the
 * highest step of review, which is reserved for the super administrator.
 */
function allKeys(): string[] {
  const keysOf = ({ key, children }: Permission): string[] => [key, ...children.flatMap(keysOf)]
  return permissionTree()
    .flatMap(keysOf)
    .filter((key) => key !== PROVINCE_REVIEW_KEY)
}
