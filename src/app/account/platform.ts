import { extensions, type Extension } from '../../../resources/kit/extensions.ts'

/** What a platform does not announce; the console does without, as `abilityWords.without` says in words. */
export const lacking = (announced: ReadonlySet<string>): Extension[] =>
  extensions.filter((name) => !announced.has(name))
