import { siteOptions } from '../../resources/pollutants.ts'
import type { Where } from './judge.ts'

/** Returns the name of a device's site in three languages, as its form has it; null if no site is set. */
export const siteLabelOf = ({ zone, body, traffic }: Where): (typeof siteOptions)[number]['label'] | null =>
  siteOptions.find((option) =>
    'zone' in option ? option.zone === zone : 'body' in option ? option.body === body : option.traffic === traffic,
  )?.label ?? null
