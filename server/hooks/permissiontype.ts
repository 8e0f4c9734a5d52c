import { allResources } from '../../resources/index.ts'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { ApiError } from '../errors.ts'
import type { Hook } from '../platform/hook.ts'

export const permissiontypeHook: Hook = {
  /**
   * A permission type that a definition names by number is kept: numbers are never reused, so after its deletion the
   * right could not be granted to any user again.
   */
  async beforeDelete({ id }) {
    const askers = allResources.filter((resource) => asksFor(resource, id))
    if (askers.length === 0) return
    const named = (language: 0 | 1 | 2): string =>
      askers.map(({ label }) => label[language]).join(language === 2 ? ', ' : '、')
    const users: Label = [named(0), named(1), named(2)]
    throw new ApiError(409, 'error.inUse', { users })
  },
}

const asksFor = ({ access }: Resource, type: number): boolean =>
  Object.values(access).some(
    (each) => typeof each === 'object' && each !== null && 'types' in each && each.types.includes(type),
  )
