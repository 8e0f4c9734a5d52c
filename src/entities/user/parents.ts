import type { Row } from '../../../dataProvider/rows.ts'
import { PROJECT_ADMINISTRATOR, SUPER } from '../../../resources/kit/access.ts'

/** Message keys of the two parents that are roles. */
export const ROLE_WORDS: ReadonlyMap<number, 'shell.role.super' | 'shell.role.project'> = new Map([
  [SUPER, 'shell.role.super'],
  [PROJECT_ADMINISTRATOR, 'shell.role.project'],
])

/** Returns the users who may be a parent: administrators of the same project, and never the user itself (spec 2 §5). */
export const parentsOf = (users: readonly Row[], own: number | null, project: number | null): Row[] =>
  users.filter(
    (user) =>
      user.id > PROJECT_ADMINISTRATOR &&
      user.id !== own &&
      Number(user['super_id']) === PROJECT_ADMINISTRATOR &&
      project !== null &&
      Number(user['project_id']) === project,
  )

/** Returns the name of a user in a choice. */
export const calledOf = (user: Row): string => String(user['nickname'] || user['username'] || `#${user.id}`)
