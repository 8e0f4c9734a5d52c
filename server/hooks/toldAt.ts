import { readLimits } from '../../resources/kit/rule.ts'

/** The channels that the limits of a rule tell besides the rule's own. */
export const toldAt = (limits: unknown): number[] => [...(readLimits(limits)?.tell.values() ?? [])].flat()
