import { useTranslate } from 'react-admin'
import { DAY, HOUR } from '../../../resources/kit/zone.ts'

const UNITS = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', 60_000],
] as const

/** Returns a function that words how long something was held, to the second below two minutes: "45 s", "12 min". */
export function useHoldWords(): (length: number) => string {
  const translate = useTranslate()
  return (length) => {
    const [unit, size] = UNITS.find(([, least]) => length >= 2 * least) ?? (['seconds', 1000] as const)
    return translate(`alarms.span.${unit}`, { count: Math.floor(Math.max(0, length) / size) })
  }
}
