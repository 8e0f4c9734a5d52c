import { siteOptions } from '../../resources/pollutants.ts'
import type { Where } from './judge.ts'

/** What stands around a device, as its form names it in three languages; null where nothing is said. */
export const siteLabelOf = ({ zone, body, traffic }: Where): (typeof siteOptions)[number]['label'] | null =>
  siteOptions.find((option) =>
    'zone' in option ? option.zone === zone : 'body' in option ? option.body === body : option.traffic === traffic,
  )?.label ?? null
