import { extensions, type Extension } from '../../../resources/kit/extensions.ts'

/** Returns the extensions that a platform does not announce; `abilityWords.without` says how the console copes. */
export const lacking = (announced: ReadonlySet<string>): Extension[] =>
  extensions.filter((name) => !announced.has(name))
