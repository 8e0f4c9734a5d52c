import { useTranslate } from 'react-admin'
import { age } from '../../live/times.ts'

/** Returns a function that words a duration: "38 min". */
export function useSpan(): (length: number) => string {
  const translate = useTranslate()
  return (length) => {
    const { unit, count } = age(0, length)
    return unit === 'now' ? translate('inbox.underMinute') : translate(`monitor.age.${unit}`, { count })
  }
}
