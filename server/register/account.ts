import { PROJECT_ADMINISTRATOR } from '../../resources/kit/access.ts'
import { rules, type Problem } from '../../resources/kit/rules.ts'
import { resourceOf } from '../../resources/index.ts'
import { user as userResource } from '../../resources/user.ts'
import { logOperation } from '../crud/operations.ts'
import { duplicate, invalid } from '../errors.ts'
import { plainText } from '../http/body.ts'
import type { Platform } from '../platform.ts'
import { hashPassword, isMd5, md5Of, newUserToken } from '../session/passwords.ts'
import { constraintOf } from '../storage/index.ts'

export interface Registration {
  name: string
  /** MD5 of the typed password. */
  pass: string
  phonecode: string
  phone: string
  email: string | null
}

const MAX_NAME_LENGTH = 60
const MAX_EMAIL_LENGTH = 100
const required: Problem = { key: 'error.rule.required' }

/**
 * Reads the fields of RegisterSystemuser by the rules of spec 1 §5. The phone is required: the code was sent to it.
 * @throws {ApiError} 400 at the fields
 */
export function readRegistration(body: Record<string, unknown>): Registration {
  const text = (name: string): string => {
    const value = plainText(body[name])
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const [name, pass, phonecode, phone, email] = [
    text('name'),
    text('pass'),
    text('phonecode'),
    text('phone'),
    text('email'),
  ]
  const found: Record<string, Problem | null> = {
    name:
      name === ''
        ? required
        : name.length > MAX_NAME_LENGTH
          ? { key: 'error.rule.maxLength', args: { max: MAX_NAME_LENGTH } }
          : rules.special(name),
    // An empty password has an MD5 too.
    pass: isMd5(pass) && pass.toLowerCase() !== md5Of('') ? null : required,
    phonecode: phonecode === '' ? required : /^\d{6}$/.test(phonecode) ? null : { key: 'error.register.code' },
    phone: phone === '' ? required : rules.phone(phone),
    email:
      email === ''
        ? null
        : email.length > MAX_EMAIL_LENGTH
          ? { key: 'error.rule.maxLength', args: { max: MAX_EMAIL_LENGTH } }
          : rules.email(email),
  }
  const problems = Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, Problem] => entry[1] !== null),
  )
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return { name, pass, phonecode, phone, email: email || null }
}

/**
 * Stores a new account without project and menu, which can do nothing until an administrator grants access. Its code is
 * used up with it.
 */
export async function createAccount(
  { storage }: Pick<Platform, 'storage'>,
  { name, pass, phone, email }: Registration,
): Promise<void> {
  const password = await hashPassword(pass)
  const now = Date.now()
  const row = {
    username: name,
    nickname: name,
    password,
    // The spec's default parent for new users (spec 2 §9). It has no effect without a project.
    super_id: PROJECT_ADMINISTRATOR,
    project_id: null,
    menu_control: '[]',
    phonenum: phone,
    emailurl: email,
    user_token: newUserToken(),
    changepassword: 0,
    disabled: 0,
    created_at: now,
    updated_at: now,
  }
  await storage
    .writeAny(async (trx) => {
      const { id } = await trx.insertInto('systemuser').values(row).returning('id').executeTakeFirstOrThrow()
      await logOperation(trx, {
        resource: resourceOf(userResource.path),
        type: 'create',
        id: Number(id),
        old: null,
        row,
        userId: Number(id),
      })
      await trx.deleteFrom('smscode').where('phone', '=', phone).execute()
    })
    .catch((error: unknown) => {
      if (constraintOf(error)?.kind === 'unique') throw duplicate({ name: { key: 'error.rule.unique' } })
      throw error
    })
}
