import { readLimits } from '../../resources/kit/rule.ts'

/** Returns the channels that the limits of a rule notify in addition to the rule's own. */
export const levelChannels = (limits: unknown): number[] => [...(readLimits(limits)?.tell.values() ?? [])].flat()
